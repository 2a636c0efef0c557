public import OrderedJSON

/// The number of a film in the order of its story. It is not the film's id.
public struct Episode: FieldValue {
  public let written: Written

  public static let missing = Episode(written: .missing)

  private init(written: Written) { self.written = written }
  public init(_ number: Int) { written = .integer(number) }

  /// A text of digits stands for its number: some servers write it so.
  public init?(_ written: Written) {
    switch written {
    case .missing, .null, .integer: self.written = written
    case .text(let text):
      let number = Int(text).flatMap { String($0) == text ? $0 : nil }
      self.written = number.map(Written.integer) ?? written
    case .reference, .references: return nil
    }
  }

  public var number: Int? { if case .integer(let number) = written { number } else { nil } }

  /// `IV`. `nil` outside 1 to 3999, where Roman numerals end.
  public var roman: String? {
    guard var rest = number, (1...3999).contains(rest) else { return nil }
    let numerals = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"),
      (4, "IV"), (1, "I"),
    ]
    var text = ""
    for (value, numeral) in numerals {
      while rest >= value {
        text += numeral
        rest -= value
      }
    }
    return text
  }

  public static var shape: Shape { .quantity }

  public var canonical: JSON? {
    switch written {
    case .integer(let number): .number(number)
    case .text(let text): .string(text)
    case .null: .null
    default: nil
    }
  }

  public var display: DisplayValue? {
    switch written {
    case .integer(let number): .quantity([Measure(.whole(Int64(number)), unit: "episode")])
    case .text(let text): .text(text)
    case .null: .absent(.none)
    default: nil
    }
  }

  public var rank: Rank? { number.map { .number(Double($0)) } }
  public static var schema: JSON {
    ["type": ["integer", "string", "null"], "description": "An integer, unless the origin writes something else in words."]
  }
}
