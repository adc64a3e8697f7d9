// Writes a recording of any size, to see how time and memory grow with it.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "tests/benchmark/synthetic_recording.h"

int main(int argc, char** argv) {
  cxprof::benchmark::SyntheticRecording recording;
  std::filesystem::path output;
  CLI::App app("Writes a synthetic perf.data file");
  app.add_option("--module", recording.module, "ELF file whose code is run (this program)");
  app.add_option("--samples", recording.samples, "Number of samples (10000)");
  app.add_option("--processes", recording.processes, "Number of processes (1)");
  app.add_option("--addresses", recording.addresses, "Distinct code addresses, about (4000)");
  app.add_option("--stack-bytes", recording.stack_bytes, "Size of each stack copy (2048)")
      ->check(CLI::Range(64, 32768));
  app.add_option("output", output, "File to write")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    cxprof::benchmark::write_recording(recording, output);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "synthetic_recording: %s\n", error.what());
    return 1;
  }
}
