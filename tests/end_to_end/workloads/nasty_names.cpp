// Functions whose names are hard on whoever writes XML: templates, operators, references.
// Prints, as it goes, what would confuse a reader of its output.
#include <cstdio>
#include <vector>

namespace {

inline __attribute__((always_inline)) void spin(unsigned long count) {
  asm volatile(".p2align 6\n1: dec %0\n\tjnz 1b" : "+r"(count) : : "cc");
}

}  // namespace

namespace shop {

template <typename T, typename Allocator = std::allocator<T>>
struct Column {
  __attribute__((noinline, noclone)) Column& operator<<(T const& value) {
    spin(90'000'000);
    total += value;
    return *this;
  }
  T total = 0;
};

}  // namespace shop

// Bears the name of std::vector<int, std::allocator<int> >::operator<<(int), which the standard
// library does not have.
__attribute__((noinline, noclone)) void append(std::vector<int>* self,
                                               int value) asm("_ZNSt6vectorIiSaIiEElsEi");
void append(std::vector<int>* self, int value) {
  spin(90'000'000);
  self->push_back(value);
}

int main() {
  shop::Column<int> column;
  std::vector<int> values;
  for (int turn = 0; turn < 4; ++turn) {
    column << turn;
    append(&values, turn);
  }
  std::printf("\x1B[31mred\x1B[0m & <b>\"bold\"</b> ]]> caf\xE9\n%d", column.total);
  std::fprintf(stderr, "noise <on> & stderr\n");
}
