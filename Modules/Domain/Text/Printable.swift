extension String {
  /// The text as one line that is safe to write to a terminal. Text from foreign servers may contain control characters that move the
  /// cursor, set the title or write to the clipboard, and invisible characters that make one text look like another.
  ///
  /// Line breaks and tabs become spaces; any other scalar that ``Swift/Unicode/Scalar/isUnsafe`` becomes U+FFFD. A zero-width joiner is
  /// kept between two emoji, which it combines.
  public var printable: String {
    replacingUnsafe { scalar, safe in
      switch scalar {
      case "\r" where safe.hasLineFeedNext: break
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}", "\u{85}": safe.text.append(" ")
      default: safe.text.append("\u{FFFD}")
      }
    }
  }

  /// The text of a JSON document with unsafe scalars escaped as `\uXXXX` (RFC 8259 section 7): an equal document that is safe to write to a
  /// terminal. Line feeds are kept: outside strings they are white space, and inside strings they are already escaped.
  package var printableJSON: String {
    replacingUnsafe { scalar, safe in
      if scalar == "\n" { safe.text.append(scalar) } else { safe.text.append(contentsOf: scalar.jsonEscape.unicodeScalars) }
    }
  }

  /// The text without control characters other than line breaks and tabs, for files.
  package var withoutControls: String {
    replacingUnsafe { scalar, safe in
      switch scalar {
      case "\n", "\r", "\t": safe.text.append(scalar)
      default: safe.text.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
  }

  /// Returns the text after calling `replace` for each unsafe scalar; `replace` appends the replacement.
  private func replacingUnsafe(_ replace: (Unicode.Scalar, inout Replacement) -> Void) -> String {
    // Fast path: most text is printable ASCII.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var safe = Replacement()
    var previous: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      safe.hasLineFeedNext = rest.first == "\n"
      let joins = scalar == "\u{200D}" && previous?.endsEmoji == true && rest.first?.isPicture == true
      if scalar.isUnsafe, !joins { replace(scalar, &safe) } else { safe.text.append(scalar) }
      previous = scalar
    }
    return String(safe.text)
  }
}

private struct Replacement {
  var text = String.UnicodeScalarView()
  var hasLineFeedNext = false
}

extension Unicode.Scalar {
  /// Whether terminals interpret or hide the scalar instead of showing it: control characters (C0, DELETE, C1), line and paragraph
  /// separators, bidirectional controls, and zero-width characters such as U+200B or U+FEFF. Combining marks and the variation selectors
  /// U+FE00 to U+FE0F are safe.
  package var isUnsafe: Bool {
    switch value {
    case 0x20..<0x7F, 0xAE..<0x300, 0xFE00...0xFE0F: return false
    // Arabic, Syriac and Kaithi signs that are visible, although their category is `format`.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    // Fillers, tags and further variation selectors.
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// The scalar as JSON escapes it: `\uXXXX`, twice for a scalar above U+FFFF (RFC 8259 section 7).
  package var jsonEscape: String {
    String(self).utf16.reduce(into: "") { text, unit in
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// Whether the scalar is an emoji other than a digit, `#` or `*`.
  fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }
  /// Whether the scalar can precede a joiner: an emoji or an emoji variation selector.
  fileprivate var endsEmoji: Bool { isPicture || self == "\u{FE0F}" }
}
