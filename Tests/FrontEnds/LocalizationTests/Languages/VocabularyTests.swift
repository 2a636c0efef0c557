import Models
import OrderedJSON
import Testing

@testable import Localization

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

  @Test(arguments: codes) func `kinds are translated`(code: String) throws {
    let language = try language(code)
    for kind in Kinds.standard.all {
      check(language.title(of: kind.name), kind.title, code)
      check(language.singular(of: kind.name), kind.singular, code)
    }
    #expect(language.title(of: try #require(KindName("moons"))) == nil)
  }

  @Test(arguments: codes) func `field labels are translated`(code: String) throws {
    let language = try language(code)
    for kind in Kinds.standard.all {
      for field in kind.fields { check(language.label(of: field.key, in: kind.name), field.label, code) }
    }
  }

  @Test(arguments: codes) func `section headings are translated`(code: String) throws {
    let language = try language(code)
    let sections = Kinds.standard.all.flatMap { $0.fields.compactMap(\.section) } + ["Raw fields", "Further fields"]
    for section in Set(sections) { check(language.heading(section), section, code) }
    #expect(Set(language.vocabulary.headings.keys) == Set(sections))
  }

  @Test(arguments: codes) func `every label belongs to a field`(code: String) throws {
    let known = Set(Kinds.standard.all.flatMap { kind in kind.fields.flatMap { [$0.key, "\(kind.name).\($0.key)"] } })
    #expect(Set(try language(code).vocabulary.labels.keys).subtracting(known).isEmpty)
  }

  @Test(arguments: codes) func `words for absent values are translated`(code: String) throws {
    let language = try language(code)
    for absence in Absence.allCases { check(language.vocabulary.absences[absence], absence.rawValue, code) }
  }

  @Test(arguments: codes) func `common words are translated`(code: String) throws {
    let language = try language(code)
    for word in CommonWords.all { check(language.word(for: word), word, code) }
    #expect(Set(language.vocabulary.words.keys) == Set(CommonWords.all))
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
