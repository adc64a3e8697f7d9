#include "runner/record/record.h"
