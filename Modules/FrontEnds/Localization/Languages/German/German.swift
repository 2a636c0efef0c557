public struct German: Language {
  public init() {}
  public let code = "de"
  public let name = "Deutsch"
  public let plurals = PluralRule.one

  public let figures = NumberFormat(
    grouping: ".", decimal: ",", percentSign: "\u{A0}%", durations: DurationFormat(day: "T"),
    dates: DateFormat(
      [.day, ". ", .month, " ", .year],
      months: [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("Stunde", "Stunden"))"
    case "days": "\(number) \(plural.choose("Tag", "Tage"))"
    case "weeks": "\(number) \(plural.choose("Woche", "Wochen"))"
    case "months": "\(number) \(plural.choose("Monat", "Monate"))"
    case "years": "\(number) \(plural.choose("Jahr", "Jahre"))"
    case "credits": "\(number) \(plural.choose("Credit", "Credits"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "Klasse \(number)"
    // Before and after the Battle of Yavin.
    case "BBY": "\(number) VSY"
    case "ABY": "\(number) NSY"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) Standard"
    case "ft": "\(number) Fuß"
    case "lb": "\(number) Pfund"
    case "mi": "\(number) \(plural.choose("Meile", "Meilen"))"
    case "mph": "\(number) mph"
    default: nil
    }
  }
}
