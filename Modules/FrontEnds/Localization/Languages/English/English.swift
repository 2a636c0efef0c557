/// English. The texts in Models are English, so no vocabulary is needed.
public struct English: Language {
  public init() {}
  public let code = "en"
  public let name = "English"
  public let plurals = PluralRule.one
  public var vocabulary: Vocabulary { Vocabulary() }

  public let figures = NumberFormat(
    grouping: ",", decimal: ".",
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("hour", "hours"))"
    case "days": "\(number) \(plural.choose("day", "days"))"
    case "weeks": "\(number) \(plural.choose("week", "weeks"))"
    case "months": "\(number) \(plural.choose("month", "months"))"
    case "years": "\(number) \(plural.choose("year", "years"))"
    case "credits": "\(number) \(plural.choose("credit", "credits"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "class \(number)"
    case "cm", "m", "km", "km/h", "kg", "MGLT", "standard", "BBY", "ABY", "ft", "lb", "mi", "mph": "\(number) \(unit)"
    default: nil
    }
  }
}
