// Functions with different frames, whose rules the compiler puts into .debug_frame.
#include <cstdio>

#define NOT_INLINED __attribute__((noinline))

NOT_INLINED int leaf(int value) { return value * 3; }

NOT_INLINED int saves_registers(int a, int b, int c) {
  int first = leaf(a);
  int second = leaf(b);
  int third = leaf(c);
  return first * second + third * leaf(first + second) + a;
}

NOT_INLINED int large_frame(int value) {
  volatile char bytes[5000];
  bytes[value & 1023] = static_cast<char>(value);
  return leaf(bytes[17]);
}

NOT_INLINED int variable_frame(int value) {
  auto* bytes = static_cast<volatile char*>(__builtin_alloca(static_cast<unsigned>(value) + 1));
  bytes[value] = static_cast<char>(leaf(value));
  return bytes[value] + saves_registers(value, 2, 3);
}

int main(int argc, char**) {
  std::printf("%d\n", saves_registers(argc, 2, 3) + large_frame(argc) + variable_frame(argc));
}
