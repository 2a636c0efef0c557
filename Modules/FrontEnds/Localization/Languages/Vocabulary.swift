public import Models

/// Translations of the English names in Models. Names without a translation are shown in English, so English needs no vocabulary.
public struct Vocabulary: Sendable {
  /// Plural titles of kinds, by name of the kind: `people`.
  public let titles: [String: String]
  /// Words for one record, by name of the kind; in lower case if the language permits.
  public let singulars: [String: String]
  /// Field labels by key, `birthYear`, or by kind and key if one kind needs a different label: `starships.maxAtmospheringSpeed`.
  public let labels: [String: String]
  /// Section headings by English heading: `Looks`.
  public let headings: [String: String]
  public let absences: [Absence: String]
  /// Words in values by the origin's word: genders, colours, climates, ship classes. Excludes names.
  public let words: [String: String]
  /// Separator between the words of a list.
  public let separator: String

  public init(
    titles: [String: String] = [:], singulars: [String: String] = [:], labels: [String: String] = [:], headings: [String: String] = [:],
    absences: [Absence: String] = [:], words: [String: String] = [:], separator: String = ", "
  ) {
    self.titles = titles
    self.singulars = singulars
    self.labels = labels
    self.headings = headings
    self.absences = absences
    self.words = words
    self.separator = separator
  }
}

extension Language {
  /// Returns the title of a kind, `People`, or `nil` if it has no translation.
  public func title(of kind: KindName) -> String? { vocabulary.titles[kind.text] }

  /// Returns the word for one record of a kind, `person`, or `nil` if it has no translation.
  public func singular(of kind: KindName) -> String? { vocabulary.singulars[kind.text] }

  /// Returns the label of a field, `Born`, or `nil` if it has no translation.
  public func label(of field: String, in kind: KindName) -> String? {
    vocabulary.labels["\(kind).\(field)"] ?? vocabulary.labels[field]
  }

  /// Returns the heading of the section that Models calls `section`, or `nil` if it has no translation.
  public func heading(_ section: String) -> String? { vocabulary.headings[section] }

  public func word(for absence: Absence) -> String { vocabulary.absences[absence] ?? absence.rawValue }

  /// Returns the translation of a word of the origin, such as `brown`, or `nil` if it has none.
  public func word(for word: String) -> String? { vocabulary.words[word] }
}

/// Words in catalogue values, other than names. Every language translates all of them.
enum CommonWords {
  static let genders = ["female", "hermaphrodite", "male"]

  static let colors = [
    "amber", "auburn", "black", "blond", "blonde", "blue", "blue-gray", "brown", "brown mottle", "dark", "fair", "gold", "golden", "gray",
    "green", "green-tan", "grey", "hazel", "indigo", "light", "magenta", "metal", "mottled green", "orange", "pale", "pale pink", "peach",
    "pink", "purple", "red", "silver", "tan", "white", "yellow",
  ]

  static let complexions = ["asian", "caucasian", "hispanic"]

  static let climates = [
    "arid", "artic", "artificial temperate", "frigid", "frozen", "hot", "humid", "moist", "murky", "polluted", "rocky", "subartic",
    "superheated", "temperate", "tropical", "windy",
  ]

  static let terrains = [
    "acid pools", "airless asteroid", "ash", "barren", "bogs", "canyons", "caves", "cities", "cityscape", "cliffs", "desert", "deserts",
    "fields", "forests", "fungus forests", "gas giant", "glaciers", "grass", "grasslands", "grassy hills", "hills", "ice canyons",
    "ice caves", "islands", "jungle", "jungles", "lakes", "lava rivers", "mesas", "mountain", "mountain ranges", "mountains", "ocean",
    "oceans", "plains", "plateaus", "rainforests", "reefs", "rivers", "rock", "rock arches", "rocky canyons", "rocky deserts",
    "rocky islands", "savanna", "savannahs", "savannas", "scrublands", "seas", "sinkholes", "swamp", "swamps", "toxic cloudsea", "tundra",
    "urban", "valleys", "verdant", "vines", "volcanoes",
  ]

  static let classifications = [
    "amphibian", "artificial", "gastropod", "insectoid", "mammal", "mammals", "reptile", "reptilian", "sentient",
  ]

  static let starships = [
    "Armed government transport", "assault ship", "Assault Starfighter", "assault starfighter", "capital ship", "corvette", "cruiser",
    "Deep Space Mobile Battlestation", "Diplomatic barge", "Droid control ship", "Escort ship", "freighter", "landing craft",
    "Light freighter", "Medium transport", "Patrol craft", "Space cruiser", "Space Transport", "Star Cruiser", "Star Destroyer",
    "star destroyer", "Star dreadnought", "Starfighter", "starfighter", "transport", "yacht",
  ]

  static let vehicles = [
    "air speeder", "airspeeder", "assault walker", "droid starfighter", "droid tank", "fire suppression ship", "gunship", "repulsorcraft",
    "repulsorcraft cargo skiff", "sail barge", "space/planetary bomber", "speeder", "submarine", "walker", "wheeled", "wheeled walker",
  ]

  static let all = genders + colors + complexions + climates + terrains + classifications + starships + vehicles
}

/// Plural category of CLDR, limited to those that the supported languages use.
public enum Plural: Sendable, Hashable {
  case one
  /// Whole millions in Spanish and French: `1 000 000 de crédits`.
  case many
  case other

  /// Returns the form for this category: of `one`, `other` and perhaps `many`, which defaults to `other`.
  func choose(among forms: [Substring]) -> String {
    let index =
      switch self {
      case .one: 0
      case .other: 1
      case .many: 2
      }
    return String(forms[min(index, forms.count - 1)])
  }
}

/// CLDR cardinal plural rule of a language.
public enum PluralRule: Sendable, Hashable {
  /// 1 is `one`: English, German.
  case one
  /// 1 is `one`, whole millions are `many`: Spanish.
  case oneAndMillions
  /// Values below 2, including 0 and 1.5, are `one`, whole millions are `many`: French.
  case belowTwoAndMillions
  /// Always `other`: Japanese.
  case never

  public func form(of number: Amount) -> Plural {
    switch self {
    case .one: number == .whole(1) ? .one : .other
    case .oneAndMillions: number == .whole(1) ? .one : Self.isMillions(number) ? .many : .other
    case .belowTwoAndMillions: abs(number.double) < 2 ? .one : Self.isMillions(number) ? .many : .other
    case .never: .other
    }
  }

  public func form(of number: Int) -> Plural { form(of: .whole(Int64(number))) }

  private static func isMillions(_ number: Amount) -> Bool {
    guard case .whole(let number) = number else { return false }
    return number != 0 && number.isMultiple(of: 1_000_000)
  }
}
