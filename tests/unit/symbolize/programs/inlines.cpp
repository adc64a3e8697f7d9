// Many ways for code to be inlined, named and copied; it is only read, hardly run.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#define NOINLINE __attribute__((noinline))
#define INLINE __attribute__((always_inline)) inline

volatile unsigned long sink;

static INLINE void innermost(unsigned long n) {
  for (unsigned long i = 0; i < n; ++i) sink = sink + i;
}
static INLINE void middle(unsigned long n) { innermost(n + 1); }
NOINLINE void physical(unsigned long n) {
  middle(n);
  sink = sink + 1;
}

// Inlined in one place, called in another: both are the same function.
static inline void copied_and_inlined(unsigned long n) {
  for (unsigned long i = 0; i < n; ++i) sink = sink ^ (i * 31);
  sink = sink * 3;
}
NOINLINE void inlines_it(unsigned long n) {
  auto twice = [](unsigned long k) { copied_and_inlined(k * 2); };
  twice(n);
}
using Plain = void (*)(unsigned long);
Plain volatile taken_address = copied_and_inlined;

extern "C" {
inline void c_helper(unsigned long n) { sink = sink - n; }
void (*volatile c_address)(unsigned long) = c_helper;
}
NOINLINE void inlines_c(unsigned long n) {
  for (unsigned long i = 0; i < n; ++i) c_helper(i);
}

namespace shapes {
namespace {
struct Square {
  INLINE unsigned long area() const { return side * side; }
  unsigned long side;
};
INLINE unsigned long hidden(unsigned long n) { return Square{n}.area() + 1; }
}  // namespace

class Visitor {
 public:
  explicit Visitor(unsigned long start);
  bool operator<(const Visitor& other) const;
  template <typename T>
  NOINLINE T visit(const std::vector<T>& all) const {
    T sum{};
    for (const T& one : all) sum += one;
    return sum + static_cast<T>(hidden(total_));
  }

 private:
  unsigned long total_;
};
NOINLINE Visitor::Visitor(unsigned long start) : total_(start) { sink = hidden(start); }
NOINLINE bool Visitor::operator<(const Visitor& other) const { return total_ < other.total_; }
}  // namespace shapes

NOINLINE unsigned long local_class(unsigned long n) {
  struct Local {
    INLINE unsigned long twice() const { return sink = sink * value + 2; }
    NOINLINE unsigned long thrice() const { return sink + value * 3; }
    unsigned long value;
  };
  Local local{n};
  return local.twice() + local.thrice();
}

NOINLINE std::string strings(unsigned long n) {
  std::map<std::string, std::unique_ptr<int>> names;
  for (unsigned long i = 0; i < n; ++i) names[std::to_string(i)] = std::make_unique<int>(1);
  std::vector<std::string> all;
  for (const auto& [name, ignored] : names) all.push_back(name + "!");
  std::sort(all.begin(), all.end(), [](const std::string& a, const std::string& b) {
    return a.size() < b.size() || a < b;
  });
  std::function<std::string(std::string, const std::string&)> join =
      [&](std::string a, const std::string& b) { return a + b + std::to_string(names.size()); };
  return std::accumulate(all.begin(), all.end(), std::string(), join);
}

// A call that never returns, last in its function.
[[noreturn]] NOINLINE void gives_up() {
  sink = 1;
  __builtin_trap();
}
NOINLINE void calls_gives_up(unsigned long n) {
  sink = n;
  gives_up();
}

int main(int argc, char**) {
  auto n = static_cast<unsigned long>(argc);
  physical(n);
  inlines_it(n);
  taken_address(n);
  inlines_c(n);
  shapes::Visitor visitor(n);
  if (visitor < shapes::Visitor(2)) sink = visitor.visit(std::vector<unsigned long>{n, 2});
  sink = static_cast<unsigned long>(visitor.visit(std::vector<double>{1.5, 2}));
  sink = local_class(n);
  sink = strings(n).size();
  if (argc > 100) calls_gives_up(n);
}
