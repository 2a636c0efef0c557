/// Text that must not reach a terminal unchanged.
public enum HostileText {
  /// The characters that a terminal interprets or hides.
  public static let scalars: [Unicode.Scalar] = {
    // C0; DELETE and C1; line and paragraph separators; directional formatting.
    let ranges: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x200E...0x200F, 0x61C...0x61C, 0x202A...0x202E, 0x2066...0x2069,
    ]
    let withoutWidth: [UInt32] = [
      0xAD, 0x34F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0xFEFF, 0xFFF9, 0xE0001, 0xE0061,
    ]
    return (ranges.flatMap(Array.init) + withoutWidth).compactMap(Unicode.Scalar.init)
  }()

  /// All of ``scalars``, each after a letter, and sequences that set the clipboard and clear the screen.
  public static let text = "x" + scalars.map { "\($0)y" }.joined() + "\u{1B}]52;c;aGk=\u{07}\u{9B}2J"
}

/// A random number generator (SplitMix64) with a seed, so that failures are reproducible.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
