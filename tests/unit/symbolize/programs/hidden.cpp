// The time goes into a function that no dynamic symbol table shows, between two that one does.
volatile unsigned long sink;

extern "C" __attribute__((noinline)) void exported_first() { sink = 1; }
static __attribute__((noinline)) void hidden_hot(unsigned long n) {
  for (unsigned long i = 0; i < n; ++i) sink = sink + i;
}
extern "C" __attribute__((noinline)) void exported_last() { sink = 2; }

int main(int argc, char**) {
  exported_first();
  hidden_hot(static_cast<unsigned long>(argc));
  exported_last();
}
