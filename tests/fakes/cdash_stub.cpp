// cdash_stub DIRECTORY: stands in for a CDash server on the loopback interface. Prints its port,
// then takes submissions (PUT …/submit.php?…&FileName=…) until it is ended, as CDash's submit.php
// answers them: 100-continue, then a <cdash> document with the MD5 sum of what arrived. Each
// submission becomes a pair of files in DIRECTORY: NNN.query (a line "name=value" for each decoded
// parameter) and NNN.body.
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/uuid/detail/md5.hpp>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;

std::string decoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::map<std::string, std::string> parameters_of(const std::string& target) {
  std::map<std::string, std::string> parameters;
  std::size_t begin = target.find('?');
  while (begin != std::string::npos) {
    std::size_t end = target.find('&', begin + 1);
    std::string pair = target.substr(begin + 1, end - begin - 1);
    std::size_t equals = pair.find('=');
    parameters[decoded(pair.substr(0, equals))] =
        equals == std::string::npos ? "" : decoded(pair.substr(equals + 1));
    begin = end;
  }
  return parameters;
}

std::string md5_of(const std::string& text) {
  boost::uuids::detail::md5 hash;
  hash.process_bytes(text.data(), text.size());
  boost::uuids::detail::md5::digest_type digest;
  hash.get_digest(digest);
  std::string out;
  for (auto part : digest) {  // Four words, or in later versions of Boost sixteen bytes.
    char hex[9];
    std::snprintf(hex, sizeof hex, "%0*x", static_cast<int>(2 * sizeof part),
                  static_cast<unsigned>(part));
    out += hex;
  }
  return out;
}

void store(const std::string& directory, const std::map<std::string, std::string>& parameters,
           const std::string& body) {
  static int number = 0;
  char name[16];
  std::snprintf(name, sizeof name, "%03d", number++);
  std::ofstream query(directory + "/" + name + ".query");
  for (const auto& [key, value] : parameters) query << key << '=' << value << '\n';
  std::ofstream(directory + "/" + name + ".body", std::ios::binary) << body;
}

http::response<http::string_body> answer(const std::string& directory,
                                         const http::request<http::string_body>& request) {
  http::response<http::string_body> response{http::status::ok, request.version()};
  response.set(http::field::content_type, "text/xml");
  response.keep_alive(request.keep_alive());
  auto parameters = parameters_of(std::string(request.target()));
  std::string status = "OK";
  std::string message;
  std::string md5 = md5_of(request.body());
  if (request.method() != http::verb::put || parameters["project"].empty() ||
      parameters["FileName"].empty()) {
    response.result(http::status::bad_request);
    status = "ERROR";
    message = "not a submission";
  } else if (parameters["MD5"] != md5) {
    response.result(http::status::bad_request);
    status = "ERROR";
    message = "md5 mismatch";
  } else {
    store(directory, parameters, request.body());
  }
  response.body() = "<cdash version=\"5.3.0\">\n  <status>" + status + "</status>\n  <message>" +
                    message + "</message>\n  <md5>" + md5 + "</md5>\n</cdash>\n";
  response.prepare_payload();
  return response;
}

void serve(tcp::socket socket, const std::string& directory) {
  beast::flat_buffer buffer;
  for (bool alive = true; alive;) {
    http::request_parser<http::string_body> parser;
    parser.body_limit(std::uint64_t{256} << 20);
    http::read_header(socket, buffer, parser);
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      http::response<http::empty_body> go_on{http::status::continue_, parser.get().version()};
      http::write(socket, go_on);
    }
    http::read(socket, buffer, parser);
    auto response = answer(directory, parser.get());
    alive = response.keep_alive();
    http::write(socket, response);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 99;
  asio::io_context context;
  tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  std::cout << acceptor.local_endpoint().port() << std::endl;
  for (;;) {
    try {
      serve(acceptor.accept(), argv[1]);
    } catch (const boost::system::system_error& error) {
      if (error.code() != http::error::end_of_stream)
        std::cerr << "cdash_stub: " << error.what() << std::endl;
    }
  }
}
