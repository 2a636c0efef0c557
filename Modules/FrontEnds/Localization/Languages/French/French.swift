public struct French: Language {
  public init() {}
  public let code = "fr"
  public let name = "Français"
  public let plurals = PluralRule.belowTwoAndMillions

  public let figures = NumberFormat(
    grouping: "\u{202F}", decimal: ",", percentSign: "\u{202F}%", durations: DurationFormat(day: "j"),
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
      ], firstDay: "1er"),
    byteUnits: ["o", "Kio", "Mio", "Gio", "Tio"])

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("heure", "heures", many: "d’heures"))"
    case "days": "\(number) \(plural.choose("jour", "jours", many: "de jours"))"
    case "weeks": "\(number) \(plural.choose("semaine", "semaines", many: "de semaines"))"
    case "months": "\(number) \(plural.choose("mois", "mois", many: "de mois"))"
    case "years": "\(number) \(plural.choose("an", "ans", many: "d’années"))"
    case "credits": "\(number) \(plural.choose("crédit", "crédits", many: "de crédits"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "classe \(number)"
    // Before and after the Battle of Yavin.
    case "BBY": "\(number) av. BY"
    case "ABY": "\(number) ap. BY"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) standard"
    case "ft": "\(number) \(plural.choose("pied", "pieds", many: "de pieds"))"
    case "lb": "\(number) \(plural.choose("livre", "livres", many: "de livres"))"
    case "mi": "\(number) \(plural.choose("mille", "milles", many: "de milles"))"
    case "mph": "\(number) mi/h"
    default: nil
    }
  }
}
