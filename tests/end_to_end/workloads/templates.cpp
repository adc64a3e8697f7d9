// Many small templates that the compiler inlines into each other: sorting, maps, regular
// expressions, string building.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

namespace shapes {

template <typename T, typename Less>
std::vector<T> sorted(std::vector<T> values, Less less) {
  std::sort(values.begin(), values.end(), less);
  return values;
}

struct Word {
  std::string text;
  int weight;
};

template <int Depth>
struct Polynomial {
  static double at(double x) { return x * Polynomial<Depth - 1>::at(x) + Depth; }
};
template <>
struct Polynomial<0> {
  static double at(double) { return 1; }
};

}  // namespace shapes

int main() {
  std::mt19937 random(42);
  std::size_t checksum = 0;
  double sum = 0;
  const std::regex word("([a-z]+)-([0-9]+)");
  for (int round = 0; round < 160; ++round) {
    std::vector<shapes::Word> words;
    for (int i = 0; i < 6000; ++i)
      words.push_back({"w" + std::to_string(random() % 10000), int(random() % 100)});
    words = shapes::sorted(std::move(words), [](const shapes::Word& a, const shapes::Word& b) {
      return std::tie(a.weight, a.text) < std::tie(b.weight, b.text);
    });
    std::map<std::string, int> tree;
    std::unordered_map<std::string, int> table;
    for (const auto& w : words) {
      tree[w.text] += w.weight;
      table[w.text] += 1;
    }
    for (int i = 0; i < 200; ++i) {
      std::smatch match;
      std::string text = "abc-" + std::to_string(i);
      if (std::regex_match(text, match, word)) checksum += match[2].str().size();
    }
    for (int i = 0; i < 30000; ++i) sum += shapes::Polynomial<12>::at(1.0 / (i + 1));
    checksum += tree.size() + table.size();
  }
  std::printf("checksum=%zu sum=%g\n", checksum, sum);
}
