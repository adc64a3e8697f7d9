// A function whose code holds a constant that stands nowhere else in the file.
extern "C" __attribute__((noinline)) unsigned long marker(unsigned long x) {
  return x ^ 0x5eedc0de600df00dUL;
}

int main(int argc, char**) { return marker(static_cast<unsigned long>(argc)) == 0 ? 1 : 0; }
