// The example's naive renderer as static functions that the compiler inlines here: no symbol of
// theirs is left, only debug information. Takes LINES and REPS.
#include <malloc.h>

#include <cstdio>
#include <cstdlib>

#include "naive_inlined.h"  // made from example-project/work/render_naive.cpp

int main(int argc, char** argv) {
  // As in the example's run_workload: keep freed memory, so that copying is measured and not page
  // faults.
  mallopt(M_MMAP_THRESHOLD, 32 * 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024 * 1024);
  Document document = generate_document(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2000);
  int repetitions = argc > 2 ? std::atoi(argv[2]) : 20;
  std::size_t bytes = 0;
  for (int i = 0; i < repetitions; ++i) bytes += render_naive(document).size();
  std::printf("bytes=%zu\n", bytes);
}
