#pragma once

#include <string>
#include <string_view>

#include "work/document.h"

/// The same bytes as render_naive: one string that grows in place.
std::string render_fast(const Document& document);

/// Appends `text`, escaped as by escape_naive, to `out`; what stands between two characters to
/// escape is appended as one piece.
void append_escaped(std::string& out, std::string_view text);
