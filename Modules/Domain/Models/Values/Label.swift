public import OrderedJSON

/// Word or name: a gender, a manufacturer, the class of a starship.
public struct Label: FactValue {
  public let text: String

  public init(parsing text: String) { self.text = text }

  public var display: DisplayValue { .words([text]) }
  public var rank: Rank { .folded(text) }

  public static var isPlainText: Bool { true }
  public var members: [(String, JSON)] { [] }
  public static var schemaMembers: [(String, JSON)] { [] }
}
