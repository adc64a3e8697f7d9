#pragma once

#include <cstdint>
#include <string_view>

/// FNV-1a, 64 bits: from 14695981039346656037, for each byte: XOR it in, then multiply by
/// 1099511628211 modulo 2^64 (http://www.isthe.com/chongo/tech/comp/fnv/).
std::uint64_t checksum(std::string_view bytes);
