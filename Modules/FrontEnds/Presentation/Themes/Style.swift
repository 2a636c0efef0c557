/// How a cell of the screen looks.
public struct Style: Sendable, Hashable {
  public struct Attributes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
  }

  /// `nil` is the terminal's own.
  public var foreground, background: Color?
  public var attributes: Attributes

  public init(_ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = Style()
}

/// A colour, by what it is where there are 256 of them and by the nearest where there are only 16.
public struct Color: Sendable, Hashable {
  /// In the palette of 256 that xterm defines.
  public let indexed: UInt8
  /// In the palette of 16: 0 to 7 dark, 8 to 15 bright.
  public let basic: UInt8

  public init(_ indexed: UInt8, basic: UInt8) {
    self.indexed = indexed
    self.basic = basic
  }
}
