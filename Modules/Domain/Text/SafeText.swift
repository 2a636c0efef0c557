/// Text that is safe to write to a terminal. Everything that the programs write to standard output and standard error is of this type:
/// escape sequences can only come from literals in the source, and interpolated values are made ``Swift/String/printable``.
///
///     let line: SafeText = "\u{1B}[1m\(name)\u{1B}[0m\n"   // `name` may be anything
public struct SafeText: Sendable, Hashable, ExpressibleByStringInterpolation {
  public private(set) var text: String

  /// Creates one line without a line break.
  public init(_ text: some StringProtocol) { self.text = String(text).printable }

  /// Creates lines that each end in a line break.
  public init(lines: some Sequence<String>) { text = lines.reduce(into: "") { $0 += $1.printable + "\n" } }

  /// Creates safe text from a text that the caller has already made safe.
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
