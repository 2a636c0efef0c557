public struct Spanish: Language {
  public init() {}
  public let code = "es"
  public let name = "Español"
  public let plurals = PluralRule.oneAndMillions

  public let figures = NumberFormat(
    grouping: ".", decimal: ",", smallestGrouped: 5, percentSign: "\u{A0}%",
    dates: DateFormat(
      [.day, " de ", .month, " de ", .year],
      months: [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("hora", "horas", many: "de horas"))"
    case "days": "\(number) \(plural.choose("día", "días", many: "de días"))"
    case "weeks": "\(number) \(plural.choose("semana", "semanas", many: "de semanas"))"
    case "months": "\(number) \(plural.choose("mes", "meses", many: "de meses"))"
    case "years": "\(number) \(plural.choose("año", "años", many: "de años"))"
    case "credits": "\(number) \(plural.choose("crédito", "créditos", many: "de créditos"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "clase \(number)"
    // Before and after the Battle of Yavin.
    case "BBY": "\(number) ABY"
    case "ABY": "\(number) DBY"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) estándar"
    case "ft": "\(number) \(plural.choose("pie", "pies", many: "de pies"))"
    case "lb": "\(number) \(plural.choose("libra", "libras", many: "de libras"))"
    case "mi": "\(number) \(plural.choose("milla", "millas", many: "de millas"))"
    case "mph": "\(number) mi/h"
    default: nil
    }
  }
}
