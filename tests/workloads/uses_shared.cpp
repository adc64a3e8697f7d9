// Needs a shared library of the project: snapshots must find it.
int shared_answer();
int main() { return shared_answer() == 42 ? 0 : 1; }
