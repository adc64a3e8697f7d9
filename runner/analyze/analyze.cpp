#include "runner/analyze/analyze.h"
