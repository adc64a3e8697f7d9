#include "runner/command_line/command_line.h"
