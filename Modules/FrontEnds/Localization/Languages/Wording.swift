public import Models
import TerminalText

/// Values of records in a language and its units, as people read them. What the language does not know is worded as Models names it.
public struct Wording: Sendable {
  /// How dates are written.
  public enum Dates: Sendable, Hashable {
    /// `1977-05-25` in every language: sorts, and lines up in tables.
    case iso
    /// `25 May 1977`
    case written
  }

  public let language: any Language
  public let units: UnitSystem
  public let dates: Dates

  public init(_ language: any Language, units: UnitSystem = .metric, dates: Dates = .written) {
    self.language = language
    self.units = units
    self.dates = dates
  }

  /// What commands say unasked: English, metric, dates in digits.
  public static let standard = Wording(English(), dates: .iso)

  /// `People`
  public func title(of kind: KindDescription) -> String { language.title(of: kind.name) ?? kind.title }
  /// `person`
  public func singular(of kind: KindDescription) -> String { language.singular(of: kind.name) ?? kind.singular }
  /// `Born`
  public func label(of field: FieldDescription, in kind: KindName) -> String { language.label(of: field.key, in: kind) ?? field.label }
  /// `Born`
  public func label(of row: Section.Row, in kind: KindName) -> String { language.label(of: row.key, in: kind) ?? row.label }
  /// `Looks`
  public func heading(of section: Section) -> String { language.heading(section.title) ?? section.title }

  /// The value in one line, safe to write to a terminal; paragraphs stay apart by empty lines. A reference is worded as `people/1` and several
  /// as their number: names are for the caller to find.
  public func text(of value: DisplayValue) -> String {
    switch value {
    case .text(let text): paragraphs(text)
    case .words(let words): words.map(word).joined(separator: language.vocabulary.separator)
    case .quantity(let measures): measures.map(text(of:)).joined(separator: language.vocabulary.separator)
    case .date(let date): text(of: date)
    case .absent(let absence): language.word(for: absence)
    case .reference(let reference): reference.description
    case .references(let references): language.figures.integer(references.count)
    }
  }

  public func text(of date: CalendarDate) -> String {
    switch dates {
    case .iso: date.text
    case .written: language.figures.date(date)
    }
  }

  /// `1,358 kg`, `5′8″`, `30–165`, `19 BBY`, `IV`, `1.5 standard (surface)`.
  public func text(of measure: Measure) -> String {
    let text =
      switch measure.unit {
      case "episode": roman(measure.amount)
      case "ABY" where measure.amount < .whole(0): counted(-measure.amount, "BBY")
      default: units.isImperial ? imperial(measure) : counted(measure.amount, upTo: measure.upTo, measure.unit)
      }
    return text + (measure.place.map { " (\(word($0)))" } ?? "")
  }

  /// One word of several may be `unknown`.
  private func word(_ text: String) -> String {
    language.word(for: text) ?? Absence(rawValue: text).map { language.word(for: $0) } ?? text.printable
  }

  /// Line feeds between paragraphs are ours; everything else an origin may have written is made safe.
  private func paragraphs(_ text: String) -> String {
    guard text.contains("\n\n") else { return text.printable }
    return text.split(separator: "\n\n").map { String($0).printable }.joined(separator: "\n\n")
  }

  private func roman(_ amount: Amount) -> String {
    guard case .whole(let number) = amount, let number = Int(exactly: number) else { return language.figures.amount(amount) }
    return Episode(number).roman ?? String(number)
  }

  private func counted(_ amount: Amount, upTo: Amount? = nil, _ unit: String) -> String {
    let figures = language.figures
    let number = figures.amount(amount) + (upTo.map { "–" + figures.amount($0) } ?? "")
    let plural = language.plurals.form(of: upTo ?? amount)
    return language.quantity(number, unit: unit, plural) ?? "\(number) \(unit)"
  }

  private func imperial(_ measure: Measure) -> String {
    if measure.unit == "cm" {
      return ([measure.amount] + (measure.upTo.map { [$0] } ?? [])).map { FeetAndInches(centimeters: $0.double).text }
        .joined(separator: "–")
    }
    let (unit, factor) = UnitSystem.imperialFactors[measure.unit] ?? (measure.unit, nil)
    guard let factor else { return counted(measure.amount, upTo: measure.upTo, unit) }
    let convert = { (amount: Amount) in UnitSystem.rounded(amount.double * factor) }
    return counted(convert(measure.amount), upTo: measure.upTo.map(convert), unit)
  }
}
