/// Text for standard output and standard error. Everything the programs write there is of this type, which only lets through what is safe on a
/// terminal: escape sequences come from literals in the source alone, and whatever is put into them is made ``Swift/String/printable``.
///
///     let line: SafeText = "\u{1B}[1m\(name)\u{1B}[0m\n"   // `name` may be anything
public struct SafeText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What to write.
  public private(set) var text: String

  /// One line, without its end.
  public init(_ text: some StringProtocol) { self.text = String(text).printable }

  /// Lines, each with its end.
  public init(lines: some Sequence<String>) { text = lines.reduce(into: "") { $0 += $1.printable + "\n" } }

  /// For formats that have looked after what is unsafe in their own way.
  package init(checked text: String) { self.text = text }

  public init(stringLiteral value: StaticString) { text = value.description }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 8) }

    public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    public mutating func appendInterpolation(_ safe: SafeText) { text += safe.text }
    public mutating func appendInterpolation(_ foreign: some CustomStringConvertible) { text += foreign.description.printable }
  }

  public static func + (left: SafeText, right: SafeText) -> SafeText { SafeText(checked: left.text + right.text) }
  public static func += (left: inout SafeText, right: SafeText) { left.text += right.text }
}

extension Sequence<SafeText> {
  public func joined(separator: SafeText = "") -> SafeText {
    var joined: SafeText = ""
    for (index, piece) in enumerated() { joined += index > 0 ? separator + piece : piece }
    return joined
  }
}
