#include "runner/symbolize/symbolize.h"
