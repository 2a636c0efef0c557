extension String {
  /// Width in terminal columns: 2 for each East Asian wide character or emoji, 0 for combining marks, otherwise 1.
  public var columns: Int {
    // Fast path: most text is printable ASCII, with one column per byte.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// Width in terminal columns: that of the base scalar, or 2 if an emoji variation selector (U+FE0F) follows.
  public var columns: Int {
    var width = 0
    for scalar in unicodeScalars {
      if scalar == "\u{FE0F}", width > 0 { return 2 }
      if width == 0 { width = DisplayWidth.columns(of: scalar) }
    }
    return width
  }
}

/// Terminal widths of Unicode scalars.
enum DisplayWidth {
  static func columns(of scalar: Unicode.Scalar) -> Int {
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if hangulMedials.contains(scalar.value) { return 0 }
    return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
  }

  /// Hangul vowels and final consonants, drawn as part of the syllable that a leading consonant starts.
  private static let hangulMedials: ClosedRange<UInt32> = 0x1160...0x11FF

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// Ranges with East Asian Width W or F (UAX #11), except emoji, which have their own property. Ascending.
  static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul leading consonants
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637, 0x268A...0x268F,  // trigrams, monograms and digrams
    0x2E80...0x303E,  // CJK radicals, Kangxi, punctuation
    0x3041...0xA4C6,  // kana, Bopomofo, CJK ideographs, Yi
    0xA960...0xA97C,  // Hangul extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6B,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // kana supplements, Nüshu
    0x1D300...0x1D376,  // Tai Xuan Jing, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x2FFFD, 0x30000...0x3FFFD,  // CJK extensions
  ]
}
