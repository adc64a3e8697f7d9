#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/end_to_end/harness/command.h"

namespace cxprof::test {

/// What was sent to a dashboard: the parameters of the address (FileName, MD5, build, …) and the
/// body.
struct Submission {
  std::map<std::string, std::string> parameters;
  std::string body;

  /// "Test.xml" of "site___build___stamp___XML___Test.xml".
  [[nodiscard]] std::string part() const;
};

/// A stand-in for a CDash server (tests/fakes/cdash_stub) on the loopback interface.
class CDashServer {
 public:
  CDashServer();
  ~CDashServer();
  CDashServer(const CDashServer&) = delete;
  CDashServer& operator=(const CDashServer&) = delete;

  [[nodiscard]] std::string submit_url(const std::string& project) const;
  /// All that has arrived, in that order.
  [[nodiscard]] std::vector<Submission> submissions() const;

 private:
  TemporaryDirectory directory_;
  pid_t process_ = -1;
  std::string port_;
};

}  // namespace cxprof::test
