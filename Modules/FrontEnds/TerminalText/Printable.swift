extension String {
  /// One line that is safe to write to a terminal. Facts come from foreign servers: control characters in them could move the cursor, set the
  /// title or write the clipboard, and invisible characters could make one text look like another.
  ///
  /// Line ends and tabs become spaces; each other scalar with ``Swift/Unicode/Scalar/isUnsafe`` becomes U+FFFD. A zero-width joiner stays
  /// between two emoji, where it makes one picture of them.
  public var printable: String {
    replacingUnsafe { scalar, safe in
      switch scalar {
      case "\r" where safe.hasLineFeedNext: break
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}", "\u{85}": safe.text.append(" ")
      default: safe.text.append("\u{FFFD}")
      }
    }
  }

  /// The text of a JSON document with unsafe scalars as `\uXXXX` (RFC 8259 section 7): the same document, safe to write to a terminal. Line feeds
  /// stay: outside of strings they are white space, and inside they are escaped already.
  package var printableJSON: String {
    replacingUnsafe { scalar, safe in
      if scalar == "\n" { return safe.text.append(scalar) }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        safe.text.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      }
    }
  }

  /// What a file may hold: without controls, but with line ends and tabs.
  package var withoutControls: String {
    replacingUnsafe { scalar, safe in
      switch scalar {
      case "\n", "\r", "\t": safe.text.append(scalar)
      default: safe.text.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
  }

  /// Gives each unsafe scalar to `replace`, which appends what stands in its place.
  private func replacingUnsafe(_ replace: (Unicode.Scalar, inout Replacement) -> Void) -> String {
    // Printable ASCII is most of what is written.
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
  /// Terminals obey it or hide it instead of showing it: controls (C0, DELETE, C1), line and paragraph separators, controls of the writing
  /// direction, and characters without width such as U+200B or U+FEFF. Not the marks that combine with the character before, and not the
  /// variation selectors U+FE00 to U+FE0F, which choose between two looks of it.
  package var isUnsafe: Bool {
    switch value {
    case 0x20..<0x7F, 0xAE..<0x300, 0xFE00...0xFE0F: return false
    // Arabic and Kaithi signs that are drawn below the digits which follow.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    // Unicode's own list of what is not to be shown: fillers, tags, further variation selectors.
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// An emoji that is not a digit, `#` or `*`.
  fileprivate var isPicture: Bool { value > 0xFF && properties.isEmoji }
  /// An emoji, or what may follow one that is joined to another.
  fileprivate var endsEmoji: Bool { isPicture || self == "\u{FE0F}" }
}
