extension FixedWidthInteger {
  /// Parses a decimal number of digits only; `nil` with a sign, which `init(_:)` accepts, or if the number is too large for the type.
  package init?(digits text: some StringProtocol) {
    guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    self.init(text, radix: 10)
  }
}
