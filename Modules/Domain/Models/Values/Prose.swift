public import OrderedJSON

/// Free text that is not parsed, even if it is a word like `unknown`: names of records, opening crawls.
public struct Prose: FieldValue {
  public let originValue: OriginValue

  public static let missing = Prose(originValue: .missing)

  private init(originValue: OriginValue) { self.originValue = originValue }
  public init(_ text: String) { originValue = .text(text) }

  public init?(_ originValue: OriginValue) {
    switch originValue {
    case .missing, .null, .text: self.originValue = originValue
    case .integer(let number): self.originValue = .text(String(number))
    case .reference, .references: return nil
    }
  }

  /// The origin's text; `nil` if the field is null or missing.
  public var text: String? { if case .text(let text) = originValue { text } else { nil } }

  /// Trimmed lines of each paragraph. Paragraphs are separated by empty lines; line breaks may be CR, LF or CRLF.
  public var paragraphs: [[String]] {
    (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0.trimmed) }
      .split(separator: "").map(Array.init)
  }

  public static var shape: Shape { .prose }

  public var canonical: JSON? {
    switch originValue {
    case .text(let text): .string(text)
    case .null: .null
    default: nil
    }
  }

  public var display: DisplayValue? {
    guard text != nil else { return originValue == .null ? .absent(.unknown) : nil }
    let paragraphs = paragraphs.map { $0.joined(separator: " ") }
    return paragraphs.isEmpty ? .absent(.unknown) : .text(paragraphs.joined(separator: "\n\n"))
  }

  public var rank: Rank? { text.map(Rank.folded) }
  public static var schema: JSON { ["type": ["string", "null"]] }
}
