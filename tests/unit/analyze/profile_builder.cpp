#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {

ProfileBuilder::ProfileBuilder() {
  profile.modules.push_back({"[unknown]", ModuleKind::unknown, ""});
  profile.module_facts.emplace_back();
  profile.source_files = {"", "/home/me/app/src/app.cpp"};
  profile.thread_names = {"app"};
  Event event;
  event.name = "cpu-clock";
  event.frequency_hz = 1000;
  event.counts_time = true;
  event.has_user_stack = true;
  event.has_call_chain = true;
  profile.events.push_back(event);
  profile.recording.command = {{"build/app"}, "/home/me/app"};
  profile.recording.call_graph = "dwarf";
  profile.recording.stack_bytes = 8192;
  profile.recording.event_requested = "cpu-clock";
  profile.recording.frequency_hz = 1000;
  program_ = module("/home/me/app/build/app", ModuleKind::file, "00aa11bb");
  profile.module_facts[program_] = {true, false, true, true, "", "GNU C++17 12.2.0 -g -O2"};
}

ModuleId ProfileBuilder::module(std::string path, ModuleKind kind, BuildId build_id) {
  profile.modules.push_back({std::move(path), kind, std::move(build_id)});
  profile.module_facts.push_back({true, false, true, true, "", ""});
  return static_cast<ModuleId>(profile.modules.size() - 1);
}

ModuleId ProfileBuilder::libc() {
  if (libc_ == 0) libc_ = module("/usr/lib/x86_64-linux-gnu/libc.so.6");
  return libc_;
}

ModuleId ProfileBuilder::kernel() {
  if (kernel_ == 0) kernel_ = module("[kernel.kallsyms]", ModuleKind::kernel);
  return kernel_;
}

FunctionId ProfileBuilder::user(std::string name, std::string raw_name) {
  return function(std::move(name), program_, std::move(raw_name), NameSource::symbol,
                  "/home/me/app/src/app.cpp");
}

FunctionId ProfileBuilder::function(std::string name, ModuleId module, std::string raw_name,
                                    NameSource source, std::string declaration_file) {
  Function function;
  function.raw_name = raw_name.empty() ? name : std::move(raw_name);
  function.name = std::move(name);
  function.module = module;
  function.source = source;
  function.declaration_line = declaration_file.empty() ? 0 : 10;
  function.declaration_file = std::move(declaration_file);
  profile.functions.push_back(std::move(function));
  return static_cast<FunctionId>(profile.functions.size() - 1);
}

FunctionId ProfileBuilder::unnamed(ModuleId module) {
  const std::string& path = profile.modules[module].path;
  std::string file = path.substr(path.rfind('/') + 1);
  FunctionId id =
      function(file.starts_with('[') ? file : "[" + file + "]", module, "x", NameSource::none);
  profile.functions[id].raw_name.clear();
  return id;
}

AddressId ProfileBuilder::address(FunctionId physical, std::vector<FunctionId> inlined,
                                  std::uint32_t line) {
  std::vector<Frame> frames;
  for (FunctionId function : inlined) frames.push_back({function, 0, 0, 0, true});
  frames.push_back({physical, 0, 0, 0, false});
  auto count = static_cast<std::uint32_t>(profile.addresses.size());
  for (Frame& frame : frames) {
    frame.offset = 4 + count % 16;
    if (line == 0) continue;
    frame.file = 1;
    frame.line = line++;
  }
  FrameAddress address;
  address.module = profile.functions[physical].module;
  address.address = 0x1000 + 0x40 * static_cast<std::uint64_t>(physical) + 4 + count % 16;
  profile.addresses.push_back(address);
  profile.frames.push_back(std::move(frames));
  return count;
}

void ProfileBuilder::sample(std::uint64_t count, const std::vector<AddressId>& stack, StackEnd end,
                            std::uint32_t event) {
  StackId node = empty_stack;
  for (auto address = stack.rbegin(); address != stack.rend(); ++address) {
    auto [known, is_new] = nodes_.try_emplace({node, *address}, 0);
    if (is_new) {
      known->second = static_cast<StackId>(profile.stacks.nodes.size());
      profile.stacks.nodes.push_back({node, *address});
    }
    node = known->second;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    UnwoundSample sample;
    sample.time_ns = 1'000'000'000 + 1'000'000 * profile.samples.size();
    sample.period = 1'000'000;
    sample.pid = 100;
    sample.tid = 101;
    sample.cpu = 1;
    sample.event = event;
    sample.stack = node;
    sample.end = end;
    profile.samples.push_back(sample);
  }
}

void ProfileBuilder::call(std::uint64_t count, const std::vector<FunctionId>& stack, StackEnd end) {
  std::vector<AddressId> addresses;
  for (FunctionId function : stack) {
    auto [known, is_new] = physical_addresses_.try_emplace(function, 0);
    if (is_new) known->second = address(function);
    addresses.push_back(known->second);
  }
  sample(count, addresses, end);
}

}  // namespace cxprof
