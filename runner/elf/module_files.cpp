#include "runner/elf/module_files.h"
