#include "runner/unwind/unwind.h"
