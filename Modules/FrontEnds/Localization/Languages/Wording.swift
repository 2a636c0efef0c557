public import Models
import Text

/// Formats record values in a language and unit system. Names without a translation are shown in English.
public struct Wording: Sendable {
  /// Date style.
  public enum Dates: Sendable, Hashable {
    /// `1977-05-25` in every language: sortable, and aligned in tables.
    case iso
    /// Written out in the language: `25 May 1977`.
    case written
  }

  public let language: any Language
  public let units: UnitSystem
  public let dates: Dates
  /// Whether records are shown with the fields that have no data.
  public var showsAbsent: Bool

  public init(_ language: any Language, units: UnitSystem = .metric, dates: Dates = .written, showsAbsent: Bool = false) {
    self.showsAbsent = showsAbsent
    self.language = language
    self.units = units
    self.dates = dates
  }

  /// Default of the commands: English, metric, ISO dates.
  public static let standard = Wording(English(), dates: .iso)

  /// Returns the title of a kind: `People`.
  public func title(of kind: Kind) -> String { language.title(of: kind.name) ?? kind.title }
  /// Returns the word for one record of a kind: `person`.
  public func singular(of kind: Kind) -> String { language.singular(of: kind.name) ?? kind.singular }
  /// Returns the label of a field: `Born`.
  public func label(of field: Field, in kind: KindName) -> String { language.label(of: field.key, in: kind) ?? field.label }
  /// Returns the label of a row: `Born`.
  public func label(of row: Section.Row, in kind: KindName) -> String { language.label(of: row.key, in: kind) ?? row.label }
  /// Returns the field of a kind that people call `name`: its key, or its label in English or in the language, in any case.
  public func field(_ name: some StringProtocol, of kind: Kind) -> Field? {
    let name = FoldedText(String(name)).compact
    return name.isEmpty
      ? nil : kind.fields.first { [$0.key, $0.label, label(of: $0, in: kind.name)].map { FoldedText($0).compact }.contains(name) }
  }
  /// Returns the heading of a section: `Looks`.
  public func heading(of section: Section) -> String { language.heading(section.title) ?? section.title }

  /// Returns a value as one line that is safe to write to a terminal; paragraphs stay separated by empty lines. A reference is `people/1`,
  /// and several references are a count, because the names are up to the caller.
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

  /// Formats a measure: `1,358 kg`, `5′8″`, `30–165`, `19 BBY`, `IV`, `1.5 standard (surface)`.
  public func text(of measure: Measure) -> String {
    let text =
      switch measure.unit {
      case "episode": roman(measure.amount)
      case "ABY" where measure.amount < .whole(0): counted(-measure.amount, "BBY")
      default: units.isImperial ? imperial(measure) : counted(measure.amount, upTo: measure.upTo, measure.unit)
      }
    return text + (measure.place.map { " (\(word($0)))" } ?? "")
  }

  /// Translates one word of a value, which may be a word for an absence such as `unknown`.
  private func word(_ text: String) -> String {
    language.word(for: text) ?? Absence(rawValue: text).map { language.word(for: $0) } ?? text.printable
  }

  /// Makes text safe, except for the line feeds between paragraphs, which the model has inserted.
  private func paragraphs(_ text: String) -> String {
    guard text.contains("\n\n") else { return text.printable }
    return text.split(separator: "\n\n").map { String($0).printable }.joined(separator: "\n\n")
  }

  private func roman(_ amount: Amount) -> String {
    guard case .whole(let number) = amount, let number = Int(exactly: number) else { return language.figures.amount(amount) }
    return RomanNumeral.text(number) ?? String(number)
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
