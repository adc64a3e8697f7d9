#include "work/render_naive.h"
#include "work/run_workload.h"

int main(int argc, char** argv) {
  return run_workload("naive", argc, argv, {.lines = 2000, .reps = 70}, render_naive);
}
