public import OrderedJSON

/// A text to be taken as it stands, words like `unknown` included: the names of records, opening crawls.
public struct Prose: FieldValue {
  public let written: Written

  public static let missing = Prose(written: .missing)

  private init(written: Written) { self.written = written }
  public init(_ text: String) { written = .text(text) }

  public init?(_ written: Written) {
    switch written {
    case .missing, .null, .text: self.written = written
    case .integer(let number): self.written = .text(String(number))
    case .reference, .references: return nil
    }
  }

  /// `nil` when the origin wrote null or nothing.
  public var text: String? { if case .text(let text) = written { text } else { nil } }

  /// The lines of each paragraph, without white space around them. Paragraphs stand between empty lines; any line ends will do.
  public var paragraphs: [[String]] {
    (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0.trimmed) }
      .split(separator: "").map(Array.init)
  }

  public static var shape: Shape { .prose }

  public var canonical: JSON? {
    switch written {
    case .text(let text): .string(text)
    case .null: .null
    default: nil
    }
  }

  public var display: DisplayValue? {
    guard text != nil else { return written == .null ? .absent(.none) : nil }
    let paragraphs = paragraphs.map { $0.joined(separator: " ") }
    return paragraphs.isEmpty ? .absent(.none) : .text(paragraphs.joined(separator: "\n\n"))
  }

  public var rank: Rank? { text.map(Rank.folded) }
  public static var schema: JSON { ["type": ["string", "null"]] }
}
