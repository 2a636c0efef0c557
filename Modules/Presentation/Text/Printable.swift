extension String {
  /// Safe to write to a terminal: facts come from foreign servers, and control characters in them could move the cursor, set the title
  /// or worse. Line ends and tabs become spaces, other controls and overrides of the writing direction U+FFFD.
  public var printable: String {
    guard unicodeScalars.contains(where: Self.isUnsafe) else { return self }
    let replacement: Unicode.Scalar = "\u{FFFD}"
    var safe = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n" where previous == "\r": continue
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}", "\u{85}": safe.append(" ")
      default: safe.append(Self.isUnsafe(scalar) ? replacement : scalar)
      }
    }
    return String(safe)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
