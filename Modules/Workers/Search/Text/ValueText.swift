import Models

/// Plain text of values, for searching and excerpts. Front-ends format values in the user's language.
enum ValueText {
  /// Returns the text of a value; `nil` for references, which are searched by the names of their records.
  static func text(_ value: DisplayValue) -> String? {
    switch value {
    case .text(let text): text
    case .words(let words): words.joined(separator: ", ")
    case .quantity(let measures): measures.map(text).joined(separator: ", ")
    case .date(let date): "\(date.year)-\(padded(date.month))-\(padded(date.day))"
    case .absent(let absence): absence.rawValue
    case .reference, .references: nil
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  private static func text(_ measure: Measure) -> String {
    let number = measure.amount.text + (measure.upTo.map { "–" + $0.text } ?? "")
    let place = measure.place.map { " (\($0))" } ?? ""
    switch measure.unit {
    case "ABY" where number.hasPrefix("-"): return "\(number.dropFirst()) BBY\(place)"
    case "class", "episode": return "\(measure.unit) \(number)\(place)"
    case "individuals": return number + place
    case "percent": return "\(number)%\(place)"
    default: return "\(number) \(measure.unit)\(place)"
    }
  }
}
