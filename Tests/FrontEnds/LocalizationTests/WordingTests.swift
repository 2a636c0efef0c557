import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Localization

@Suite struct WordingTests {
  /// Texts of each value in English, German, Spanish, French and Japanese. Without the type annotation, type checking takes 18 s.
  static let samples: [(DisplayValue?, [String])] = [
    (quantity(.cm, "172"), ["172 cm", "172 cm", "172 cm", "172 cm", "172 cm"]),
    (
      quantity(.credits, "1000000000000"),
      [
        "1,000,000,000,000 credits", "1.000.000.000.000 Credits", "1.000.000.000.000 de créditos",
        "1\u{202F}000\u{202F}000\u{202F}000\u{202F}000 de crédits", "1,000,000,000,000クレジット",
      ]
    ),
    (quantity(.credits, "1"), ["1 credit", "1 Credit", "1 crédito", "1 crédit", "1クレジット"]),
    (quantity(.individuals, "30-165"), ["30–165", "30–165", "30–165", "30–165", "30–165人"]),
    (quantity(.individuals, "4500"), ["4,500", "4.500", "4500", "4\u{202F}500", "4,500人"]),
    (quantity(.percent, "0.9"), ["0.9%", "0,9\u{A0}%", "0,9\u{A0}%", "0,9\u{202F}%", "0.9%"]),
    (quantity(.days, "1"), ["1 day", "1 Tag", "1 día", "1 jour", "1日"]),
    (quantity(.hours, "0"), ["0 hours", "0 Stunden", "0 horas", "0 heure", "0時間"]),
    (quantity(.years, "400"), ["400 years", "400 Jahre", "400 años", "400 ans", "400年"]),
    (quantity(.hyperdriveClass, "0.5"), ["class 0.5", "Klasse 0,5", "clase 0,5", "classe 0,5", "クラス0.5"]),
    (quantity(.megalights, "60"), ["60 MGLT", "60 MGLT", "60 MGLT", "60 MGLT", "60 MGLT"]),
    (FieldType.birthYear.display(.text("41.9BBY")), ["41.9 BBY", "41,9 VSY", "41,9 ABY", "41,9 av. BY", "41.9 BBY"]),
    (FieldType.birthYear.display(.text("4ABY")), ["4 ABY", "4 NSY", "4 DBY", "4 ap. BY", "4 ABY"]),
    (FieldType.birthYear.display(.text("0BBY")), ["0 ABY", "0 NSY", "0 DBY", "0 ap. BY", "0 ABY"]),
    (FieldType.endurance.display(.text("2 months")), ["2 months", "2 Monate", "2 meses", "2 mois", "2か月"]),
    (FieldType.endurance.display(.text("1 week")), ["1 week", "1 Woche", "1 semana", "1 semaine", "1週間"]),
    (
      FieldType.gravity.display(.text("1.5 (surface), 1 standard (Cloud City)")),
      [
        "1.5 standard (surface), 1 standard (Cloud City)", "1,5 Standard (surface), 1 Standard (Cloud City)",
        "1,5 estándar (surface), 1 estándar (Cloud City)", "1,5 standard (surface), 1 standard (Cloud City)",
        "標準1.5 (surface)、標準1 (Cloud City)",
      ]
    ),
    (FieldType.episode.display(.integer(4)), ["IV", "IV", "IV", "IV", "IV"]),
    (FieldType.episode.display(.integer(4_000)), ["4000", "4000", "4000", "4000", "4000"]),
    (FieldType.date.display(.text("1977-05-25")), ["25 May 1977", "25. Mai 1977", "25 de mayo de 1977", "25 mai 1977", "1977年5月25日"]),
    (FieldType.label.display(.text("unknown")), ["unknown", "unbekannt", "desconocido", "inconnu", "不明"]),
    (FieldType.label.display(.text("male")), ["male", "männlich", "masculino", "masculin", "男性"]),
    (
      FieldType.words.display(.text("brown, unknown")),
      ["brown, unknown", "braun, unbekannt", "marrón, desconocido", "brun, inconnu", "茶色、不明"]
    ),
    (
      FieldType.words.display(.text("Gary Kurtz, Rick McCallum")),
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
    (quantity(.cm, "172"), "5′8″"), (quantity(.cm, "182.9"), "6′0″"), (quantity(.cm, "20"), "8″"),
    (quantity(.cm, "100-200"), "3′3″–6′7″"), (quantity(.kg, "77"), "170 lb"),
    (quantity(.kg, "1.5"), "3.3 lb"),
    (quantity(.kg, "1000000000000"), "2,205,000,000,000 lb"), (quantity(.kg, "110000"), "242,500 lb"),
    (quantity(.m, "12.5"), "41 ft"), (quantity(.m, "1600"), "5,249 ft"), (quantity(.km, "10465"), "6,503 mi"),
    (quantity(.kilometersPerHour, "1000"), "621 mph"), (quantity(.kilometersPerHour, "10-20"), "6.2–12 mph"),
    (quantity(.hours, "23"), "23 hours"), (quantity(.credits, "10000"), "10,000 credits"),
    (FieldType.birthYear.display(.text("19BBY")), "19 BBY"),
    (quantity(.kg, "unknown"), "unknown"),
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
    let mass = try #require(quantity(.kg, "77"))
    #expect(
      try ["de", "es", "fr", "ja"].map { Wording(try language($0), units: .imperial).text(of: mass) } == [
        "170 Pfund", "170 libras", "170 livres", "170ポンド",
      ])
  }

  @Test func `commands use ISO dates`() throws {
    let released = try #require(FieldType.date.display(.text("1977-05-25")))
    #expect(Wording.standard.text(of: released) == "1977-05-25")
    #expect(Wording(German(), dates: .iso).text(of: released) == "1977-05-25")
  }

  @Test func `names without a translation are shown in English`() throws {
    let people = try #require(Kinds.standard[.people])
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

private func quantity(_ unit: FieldType.Unit, _ text: String) -> DisplayValue? { FieldType.quantity(unit).display(.text(text)) }

/// Every language translates all names in Models and all words in the catalogue.
@Suite struct VocabularyTests {
  static let codes = Languages.all.map(\.code).filter { $0 != "en" }

  /// Words that are the same in English and in the language.
  static let cognates: [String: Set<String>] = [
    "es": ["magenta", "tropical", "tundra", "artificial", "reptile"],
    "de": ["Film", "Name", "Person", "Episode", "blond", "gold", "golden", "indigo", "magenta", "orange", "tropical", "Tundra"],
    "fr": [
      "Films", "Film", "film", "Population", "Rotation", "Classification", "Production", "auburn", "blond", "hermaphrodite", "indigo",
      "magenta", "orange", "tropical", "canyons", "glaciers", "jungle", "jungles", "mesas", "reptile", "corvette", "transport", "yacht",
      "airspeeder", "speeder",
    ],
    "ja": [],
    "x-wookiee": [],
  ]

  @Test(arguments: codes) func `all names and words are translated, and no others`(code: String) throws {
    let language = try language(code)
    for kind in Kinds.standard.all {
      check(language.title(of: kind.name), kind.title, code)
      check(language.singular(of: kind.name), kind.singular, code)
      for field in kind.fields { check(language.label(of: field.key, in: kind.name), field.label, code) }
    }
    #expect(language.title(of: try #require(KindName("moons"))) == nil)
    let known = Set(Kinds.standard.all.flatMap { kind in kind.fields.flatMap { [$0.key, "\(kind.name).\($0.key)"] } })
    #expect(Set(language.vocabulary.labels.keys).subtracting(known).isEmpty)
    let sections = Set(Kinds.standard.all.flatMap { $0.fields.compactMap(\.section) } + ["Raw fields", "Further fields"])
    for section in sections { check(language.heading(section), section, code) }
    for absence in Absence.allCases { check(language.vocabulary.absences[absence], absence.rawValue, code) }
    for word in CommonWords.all { check(language.word(for: word), word, code) }
    #expect(Set(language.vocabulary.headings.keys) == sections && Set(language.vocabulary.words.keys) == Set(CommonWords.all))
  }

  /// If this fails, add the new word of the catalogue to CommonWords and translate it.
  @Test func `the catalogue contains no other words`() throws {
    let fields =
      ["gender", "hairColor", "skinColor", "eyeColor", "hairColors", "skinColors", "eyeColors", "climate", "terrain"]
      + ["classification", "designation", "starshipClass", "vehicleClass"]
    var used: Set<String> = []
    for record in try allRecords() {
      for key in fields {
        switch record.display(key) {
        case .text(let word): used.insert(word)
        case .words(let words): used.formUnion(words)
        default: break
        }
      }
    }
    let untranslated = used.subtracting(CommonWords.all).subtracting(["unknown", "none"])
    #expect(untranslated.isEmpty)
    #expect(Set(CommonWords.all).subtracting(used).isEmpty)
  }

  @Test(arguments: Languages.all.map(\.code)) func `units are translated`(code: String) throws {
    let language = try language(code)
    let units = Set(Self.units(of: Kinds.standard.schema) + UnitSystem.imperialFactors.values.map(\.unit) + ["BBY"])
    #expect(units.isSuperset(of: ["cm", "kg", "MGLT", "credits", "months", "weeks", "standard", "class", "individuals", "percent", "ABY"]))
    for unit in units {
      for plural in [Plural.one, .many, .other] {
        let text = try #require(language.quantity("7", unit: unit, plural), "\(code): \(unit)")
        #expect(text.contains("7"))
      }
    }
    #expect(language.quantity("7", unit: "parsecs", .other) == nil)
  }

  /// Returns every `unit` in a schema.
  private static func units(of schema: JSON) -> [String] {
    switch schema {
    case .object(let members):
      members.flatMap { member in
        member.name == "unit"
          ? [member.value["const"]?.string].compactMap(\.self) + (member.value["enum"]?.array?.compactMap(\.string) ?? [])
          : units(of: member.value)
      }
    case .array(let elements): elements.flatMap(units)
    default: []
    }
  }

  @Test func `growls are distinct and deterministic`() {
    let labels = Set(Kinds.standard.all.flatMap { $0.fields.map(\.label) + [$0.title] })
    #expect(Set(labels.map(Wookiee.growl)).count == labels.count)
    let words = labels.union(CommonWords.all)
    #expect(words.allSatisfy { Wookiee.growl($0).count <= 2 * $0.count + 8 })
    #expect(Wookiee.growl("Homeworld") == Wookiee.growl("Homeworld"))
    #expect(Wookiee.growl("Homeworld").first?.isUppercase == true)
    #expect(Wookiee.growl("") == "")
  }

  private func check(_ text: String?, _ english: String, _ code: String, location: SourceLocation = #_sourceLocation) {
    #expect(text?.isEmpty == false, "\(code) has no translation of \(english)", sourceLocation: location)
    let isCognate = Self.cognates[code]?.contains(english) == true
    #expect(isCognate || text != english, "\(code) does not translate \(english)", sourceLocation: location)
  }

  private func allRecords() throws -> [Record] {
    try Kinds.standard.all.flatMap { kind in try Catalogue.standard.records(of: kind.name) }
  }
}
