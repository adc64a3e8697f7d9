extern "C" void tiny1();
extern "C" void tiny2();
namespace tiny {
void third(int);
}

void (*volatile taken)(int) = tiny::third;

int main() {
  for (int i = 0; i < 10; ++i) {
    tiny1();
    tiny2();
    tiny::third(i);
    taken(i);
  }
}
