/// Invented growls in the style of Shyriiwook. Names and numbers stay readable, and a word always has the same growl.
public struct Wookiee: Language {
  public init() {}
  public let code = "x-wookiee"
  public let name = "Shyriiwook"
  public let plurals = PluralRule.one

  public let figures = NumberFormat(
    grouping: "'", decimal: ".", percentSign: "%", durations: DurationFormat(second: "rr", minute: "wr", hour: "huu", day: "aww"),
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "Aarrh", "Wuhrra", "Grrawl", "Hruuh", "Mraah", "Uughr", "Wraaw", "Rrugh", "Huwrr", "Ahwaar", "Ruhww", "Grraah",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("huurr", "huurrah"))"
    case "days": "\(number) \(plural.choose("awwr", "awwrah"))"
    case "weeks": "\(number) \(plural.choose("wuwaa", "wuwaarah"))"
    case "months": "\(number) \(plural.choose("mrawl", "mrawlah"))"
    case "years": "\(number) \(plural.choose("yuurgh", "yuurghah"))"
    case "credits": "\(number) \(plural.choose("krraadh", "krraadhah"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "hwraa \(number)"
    case "BBY": "\(number) wuh Yawrrn"
    case "ABY": "\(number) arr Yawrrn"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) rraawh"
    case "ft": "\(number) ahfuuh"
    case "lb": "\(number) whuurl"
    case "mi": "\(number) muhraal"
    case "mph": "\(number) muhraal/huu"
    default: nil
    }
  }
}
