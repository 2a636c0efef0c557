/// Style of a screen cell: colours and attributes.
public struct Style: Sendable, Hashable {
  /// Attributes of a terminal cell, besides its colours.
  public struct Attributes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
  }

  /// Colours; `nil` is the terminal's default.
  public var foreground, background: Color?
  public var attributes: Attributes

  public init(_ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = Style()
}

/// Colour in the 256-colour palette, with its matches in the palettes of 16 and of eight colours.
public struct Color: Sendable, Hashable {
  /// Index in xterm's 256-colour palette.
  public let indexed: UInt8
  /// Index in the 16-colour palette: 0 to 7 dark, 8 to 15 bright.
  public let basic: UInt8
  /// Index in the palette of eight colours, which has no bright ones.
  public let eight: UInt8

  /// - Parameter eight: by default, the dark colour of `basic`.
  public init(_ indexed: UInt8, basic: UInt8, eight: UInt8? = nil) {
    self.indexed = indexed
    self.basic = basic
    self.eight = eight ?? basic % 8
  }
}
