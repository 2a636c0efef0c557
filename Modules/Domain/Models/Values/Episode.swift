public import OrderedJSON

/// Episode number of a film. It differs from the film's ID.
public struct Episode: FieldValue {
  public let originValue: OriginValue

  public static let missing = Episode(originValue: .missing)

  private init(originValue: OriginValue) { self.originValue = originValue }
  public init(_ number: Int) { originValue = .integer(number) }

  /// Accepts a number, or the same number as text, since some servers send it as a string.
  public init?(_ originValue: OriginValue) {
    switch originValue {
    case .missing, .null, .integer: self.originValue = originValue
    case .text(let text):
      let number = Int(text).flatMap { String($0) == text ? $0 : nil }
      self.originValue = number.map(OriginValue.integer) ?? originValue
    case .reference, .references: return nil
    }
  }

  public var number: Int? { if case .integer(let number) = originValue { number } else { nil } }

  /// Roman numeral: `IV`. `nil` outside 1 to 3999, the range of Roman numerals.
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

  /// Returns the numerals of several episodes, ascending: `II, IV–VI`.
  public static func numerals(_ numbers: [Int]) -> String {
    let runs: [ClosedRange<Int>] = Set(numbers).sorted().reduce(into: []) { runs, number in
      let last = runs.last?.upperBound == number &- 1 ? runs.popLast() : nil
      runs.append((last?.lowerBound ?? number)...number)
    }
    return runs.map { run in
      Set([run.lowerBound, run.upperBound]).sorted().map { Episode($0).roman ?? String($0) }.joined(separator: run.count > 2 ? "–" : ", ")
    }.joined(separator: ", ")
  }

  public static var shape: Shape { .quantity }

  public var canonical: JSON? {
    switch originValue {
    case .integer(let number): .number(number)
    case .text(let text): .string(text)
    case .null: .null
    default: nil
    }
  }

  public var display: DisplayValue? {
    switch originValue {
    case .integer(let number): .quantity([Measure(.whole(Int64(number)), unit: "episode")])
    case .text(let text): .text(text)
    case .null: .absent(.unknown)
    default: nil
    }
  }

  public var rank: Rank? { number.map { .number(Double($0)) } }
  public static var schema: JSON {
    ["type": ["integer", "string", "null"], "description": "An integer, unless the origin sends other text."]
  }
}
