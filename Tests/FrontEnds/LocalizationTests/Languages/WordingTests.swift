import Catalogue
import Models
import TestSupport
import Testing

@testable import Localization

@Suite struct WordingTests {
  /// Texts of each value in English, German, Spanish, French and Japanese. Without the type annotation, type checking takes 18 s.
  static let samples: [(DisplayValue?, [String])] = [
    (quantity(Centimeters.self, "172"), ["172 cm", "172 cm", "172 cm", "172 cm", "172 cm"]),
    (
      quantity(Credits.self, "1000000000000"),
      [
        "1,000,000,000,000 credits", "1.000.000.000.000 Credits", "1.000.000.000.000 de créditos",
        "1\u{202F}000\u{202F}000\u{202F}000\u{202F}000 de crédits", "1,000,000,000,000クレジット",
      ]
    ),
    (quantity(Credits.self, "1"), ["1 credit", "1 Credit", "1 crédito", "1 crédit", "1クレジット"]),
    (quantity(Individuals.self, "30-165"), ["30–165", "30–165", "30–165", "30–165", "30–165人"]),
    (quantity(Individuals.self, "4500"), ["4,500", "4.500", "4500", "4\u{202F}500", "4,500人"]),
    (quantity(Percent.self, "0.9"), ["0.9%", "0,9\u{A0}%", "0,9\u{A0}%", "0,9\u{202F}%", "0.9%"]),
    (quantity(Days.self, "1"), ["1 day", "1 Tag", "1 día", "1 jour", "1日"]),
    (quantity(Hours.self, "0"), ["0 hours", "0 Stunden", "0 horas", "0 heure", "0時間"]),
    (quantity(Years.self, "400"), ["400 years", "400 Jahre", "400 años", "400 ans", "400年"]),
    (quantity(HyperdriveClass.self, "0.5"), ["class 0.5", "Klasse 0,5", "clase 0,5", "classe 0,5", "クラス0.5"]),
    (quantity(Megalights.self, "60"), ["60 MGLT", "60 MGLT", "60 MGLT", "60 MGLT", "60 MGLT"]),
    (Fact<BirthYear>("41.9BBY").display, ["41.9 BBY", "41,9 VSY", "41,9 ABY", "41,9 av. BY", "41.9 BBY"]),
    (Fact<BirthYear>("4ABY").display, ["4 ABY", "4 NSY", "4 DBY", "4 ap. BY", "4 ABY"]),
    (Fact<BirthYear>("0BBY").display, ["0 ABY", "0 NSY", "0 DBY", "0 ap. BY", "0 ABY"]),
    (Fact<Endurance>("2 months").display, ["2 months", "2 Monate", "2 meses", "2 mois", "2か月"]),
    (Fact<Endurance>("1 week").display, ["1 week", "1 Woche", "1 semana", "1 semaine", "1週間"]),
    (
      Fact<Gravity>("1.5 (surface), 1 standard (Cloud City)").display,
      [
        "1.5 standard (surface), 1 standard (Cloud City)", "1,5 Standard (surface), 1 Standard (Cloud City)",
        "1,5 estándar (surface), 1 estándar (Cloud City)", "1,5 standard (surface), 1 standard (Cloud City)",
        "標準1.5 (surface)、標準1 (Cloud City)",
      ]
    ),
    (Episode(4).display, ["IV", "IV", "IV", "IV", "IV"]),
    (Episode(4_000).display, ["4000", "4000", "4000", "4000", "4000"]),
    (Fact<CalendarDate>("1977-05-25").display, ["25 May 1977", "25. Mai 1977", "25 de mayo de 1977", "25 mai 1977", "1977年5月25日"]),
    (Fact<Label>("unknown").display, ["unknown", "unbekannt", "desconocido", "inconnu", "不明"]),
    (Fact<Label>("male").display, ["male", "männlich", "masculino", "masculin", "男性"]),
    (Fact<WordList>("brown, unknown").display, ["brown, unknown", "braun, unbekannt", "marrón, desconocido", "brun, inconnu", "茶色、不明"]),
    (
      Fact<WordList>("Gary Kurtz, Rick McCallum").display,
      Array(repeating: "Gary Kurtz, Rick McCallum", count: 4) + ["Gary Kurtz、Rick McCallum"]
    ),
    (.reference(reference("people/1")), Array(repeating: "people/1", count: 5)),
    (.references([reference("people/1"), reference("people/2")]), Array(repeating: "2", count: 5)),
    (.text("male"), Array(repeating: "male", count: 5)),
    (.text("Live food\u{1B}[2J"), Array(repeating: "Live food\u{FFFD}[2J", count: 5)),
    (.text("One\ntwo\n\nthree"), Array(repeating: "One two\n\nthree", count: 5)),
  ]

  @Test(arguments: samples)
  func `values are formatted in every language`(value: DisplayValue?, texts: [String]) throws {
    let value = try #require(value)
    #expect(try ["en", "de", "es", "fr", "ja"].map { Wording(try language($0)).text(of: value) } == texts)
  }

  @Test(arguments: [
    (quantity(Centimeters.self, "172"), "5′8″"), (quantity(Centimeters.self, "182.9"), "6′0″"), (quantity(Centimeters.self, "20"), "8″"),
    (quantity(Centimeters.self, "100-200"), "3′3″–6′7″"), (quantity(Kilograms.self, "77"), "170 lb"),
    (quantity(Kilograms.self, "1.5"), "3.3 lb"),
    (quantity(Kilograms.self, "1000000000000"), "2,205,000,000,000 lb"), (quantity(Kilograms.self, "110000"), "242,500 lb"),
    (quantity(Meters.self, "12.5"), "41 ft"), (quantity(Meters.self, "1600"), "5,249 ft"), (quantity(Kilometers.self, "10465"), "6,503 mi"),
    (quantity(KilometersPerHour.self, "1000"), "621 mph"), (quantity(KilometersPerHour.self, "10-20"), "6.2–12 mph"),
    (quantity(Hours.self, "23"), "23 hours"), (quantity(Credits.self, "10000"), "10,000 credits"),
    (Fact<BirthYear>("19BBY").display, "19 BBY"),
    (quantity(Kilograms.self, "unknown"), "unknown"),
  ])
  func `values are converted to imperial units`(value: DisplayValue?, text: String) throws {
    #expect(Wording(English(), units: .imperial).text(of: try #require(value)) == text)
  }

  @Test(arguments: [
    (3.28, Amount.fraction(3.3)), (9.96, .whole(10)), (99_999.4, .whole(99_999)), (123_456, .whole(123_500)), (-123_456, .whole(-123_500)),
    (2e25, .fraction(2e25)), (.infinity, .fraction(.greatestFiniteMagnitude)),
  ])
  func `converted numbers are rounded`(value: Double, amount: Amount) { #expect(UnitSystem.rounded(value) == amount) }

  @Test func `imperial units are translated`() throws {
    let mass = try #require(quantity(Kilograms.self, "77"))
    #expect(
      try ["de", "es", "fr", "ja"].map { Wording(try language($0), units: .imperial).text(of: mass) } == [
        "170 Pfund", "170 libras", "170 livres", "170ポンド",
      ])
  }

  @Test func `commands use ISO dates`() throws {
    let released = try #require(Fact<CalendarDate>("1977-05-25").display)
    #expect(Wording.standard.text(of: released) == "1977-05-25")
    #expect(Wording(German(), dates: .iso).text(of: released) == "1977-05-25")
  }

  @Test func `names without a translation are shown in English`() throws {
    let people = try #require(Kinds.standard[Person.kind])
    #expect(Wording(English()).title(of: people) == "People")
    #expect(Wording(German()).title(of: people) == "Personen")
    #expect(Wording(German()).singular(of: people) == "Person")
    #expect(Wording(German()).label(of: people.fields[1], in: people.name) == "Geboren")
    #expect(Wording(English()).label(of: people.fields[1], in: people.name) == "Born")
    let row = Section.Row(key: "motto", label: "motto", value: .text("beep"))
    #expect(Wording(German()).label(of: row, in: people.name) == "motto")
    #expect(Wording(German()).heading(of: Section(title: "Looks", rows: [])) == "Aussehen")
    #expect(Wording(German()).heading(of: Section(title: "Secrets", rows: [])) == "Secrets")
  }

  @Test func `a kind can have a label of its own`() {
    #expect(German().label(of: "maxAtmospheringSpeed", in: Starship.kind) == "Tempo in Luft")
    #expect(German().label(of: "maxAtmospheringSpeed", in: Vehicle.kind) == "Tempo")
  }

  @Test(arguments: Languages.all.map(\.code), UnitSystem.allCases) func `every value of the catalogue can be formatted safely`(
    code: String, units: UnitSystem
  ) throws {
    let wording = Wording(try language(code), units: units)
    let rows = try Kinds.standard.all.flatMap { try Catalogue.standard.records(of: $0.name) }.flatMap(\.sections).flatMap(\.rows)
    let wrong = rows.map { wording.text(of: $0.value) }.filter { text in
      text.isEmpty || text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }
    }
    #expect(rows.count > 2_000)
    #expect(wrong.isEmpty)
  }
}

private func quantity<Unit: UnitOfMeasure>(_ unit: Unit.Type, _ text: String) -> DisplayValue? { Fact<Quantity<Unit>>(text).display }
