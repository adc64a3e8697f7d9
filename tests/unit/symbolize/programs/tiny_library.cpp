extern "C" void tiny1() {}
extern "C" void tiny2() {}
namespace tiny {
void third(int) {}
}  // namespace tiny
