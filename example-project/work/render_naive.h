#pragma once

#include <string>
#include <string_view>

#include "work/document.h"

/// The document as HTML, written the way that comes to mind first:
///   "## " + rest -> <h2> + escaped rest + </h2> + newline
///   other line   -> <p> + escaped line + </p> + newline
/// Every `out = out + piece` copies all that was written so far. Kept as the reference that
/// render_fast must equal byte for byte.
std::string render_naive(const Document& document);

/// `text` with < > & " ' as &lt; &gt; &amp; &quot; &#39;
std::string escape_naive(std::string_view text);
