#include "runner/load/load.h"
