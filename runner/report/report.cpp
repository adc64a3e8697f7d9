#include "runner/report/report.h"
