#include "runner/elf/elf_file.h"
