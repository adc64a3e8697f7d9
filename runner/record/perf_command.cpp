#include "runner/record/perf_command.h"

#include <algorithm>

namespace cxprof {

const std::vector<std::string>& optional_perf_options() {
  static const std::vector<std::string> names{"sample-cpu", "buildid-mmap", "no-bpf-event", "N",
                                              "B"};
  return names;
}

std::vector<std::string> perf_command(const std::filesystem::path& perf,
                                      const RecordRequest& request,
                                      const std::filesystem::path& perf_data,
                                      const std::set<std::string>& left_out) {
  std::vector<std::string> command{
      perf.string(), "record", "-F", std::to_string(request.frequency_hz), "-e", request.event};
  if (request.call_graph == CallGraph::dwarf) {
    command.insert(command.end(), {"--call-graph", "dwarf," + std::to_string(request.stack_bytes)});
  } else if (request.call_graph == CallGraph::frame_pointer) {
    command.insert(command.end(), {"--call-graph", "fp"});
  }
  // Build ids with the mappings save reading every binary again at the end. No BPF events: as root
  // they cost up to a second per recording. Neither copy binaries into ~/.debug (N) nor read the
  // file again for a list of build ids (B).
  // Without build ids in the mappings, though, that list is where they come from.
  for (const std::string& name : optional_perf_options()) {
    if (name == "B" && left_out.contains("buildid-mmap")) continue;
    if (!left_out.contains(name)) command.push_back((name.size() == 1 ? "-" : "--") + name);
  }
  command.insert(command.end(), {"-o", perf_data.string(), "--"});
  return command;
}

std::set<std::string> refused_perf_options(const std::string& output) {
  // tools/perf/builtin-record.c; the kernel has it since 5.12.
  if (output.find("no support to record build id in mmap events") != std::string::npos) {
    return {"buildid-mmap"};
  }
  std::set<std::string> all(optional_perf_options().begin(), optional_perf_options().end());
  if (output.find("unknown option") == std::string::npos &&
      output.find("unknown switch") == std::string::npos) {
    return {};
  }
  std::set<std::string> named;
  for (const std::string& name : all) {
    if (output.find("`" + name + "'") != std::string::npos) named.insert(name);
  }
  return named.empty() ? all : named;
}

}  // namespace cxprof
