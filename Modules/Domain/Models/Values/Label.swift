public import OrderedJSON

/// A word or a name: a gender, a manufacturer, the class of a starship.
public struct Label: Meaning {
  public let text: String

  public init(reading text: String) { self.text = text }

  public var display: DisplayValue { .words([text]) }
  public var rank: Rank { .folded(text) }

  public static var isItsText: Bool { true }
  public var members: [(String, JSON)] { [] }
  public static var schemaMembers: [(String, JSON)] { [] }
}
