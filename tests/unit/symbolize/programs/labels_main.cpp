extern "C" {
void untyped_before();
void untyped_hot(unsigned long);
void typed_without_size(unsigned long);
void sized(unsigned long);
void last_in_its_section();
}

int main() {
  untyped_before();
  untyped_hot(1);
  typed_without_size(1);
  sized(1);
  last_in_its_section();
}
