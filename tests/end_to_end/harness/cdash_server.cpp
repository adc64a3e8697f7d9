#include "tests/end_to_end/harness/cdash_server.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace cxprof::test {

std::string Submission::part() const {
  std::string name = parameters.count("FileName") ? parameters.at("FileName") : "";
  std::size_t at = name.rfind("___");
  return at == std::string::npos ? name : name.substr(at + 3);
}

CDashServer::CDashServer() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("pipe failed");
  std::string program = CXPROF_CDASH_STUB;
  std::string directory = directory_.path();
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("fork failed");
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl(program.c_str(), program.c_str(), directory.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) port_ += c;
  close(ends[0]);
  if (port_.empty()) throw std::runtime_error("the stand-in for CDash does not start");
}

CDashServer::~CDashServer() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

std::string CDashServer::submit_url(const std::string& project) const {
  return "http://127.0.0.1:" + port_ + "/submit.php?project=" + project;
}

std::vector<Submission> CDashServer::submissions() const {
  std::vector<std::filesystem::path> queries;
  for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
    if (entry.path().extension() == ".query") queries.push_back(entry.path());
  }
  std::sort(queries.begin(), queries.end());
  std::vector<Submission> submissions;
  for (std::filesystem::path file : queries) {
    Submission submission;
    for (const std::string& line : lines_of(read_file(file))) {
      std::size_t equals = line.find('=');
      submission.parameters[line.substr(0, equals)] = line.substr(equals + 1);
    }
    submission.body = read_file(file.replace_extension(".body"));
    submissions.push_back(std::move(submission));
  }
  return submissions;
}

}  // namespace cxprof::test
