// The library of workload_uses_shared.
int shared_answer() { return 42; }
