#include "work/render_fast.h"
#include "work/run_workload.h"

int main(int argc, char** argv) {
  return run_workload("fast", argc, argv, {.lines = 2000, .reps = 4000}, render_fast);
}
