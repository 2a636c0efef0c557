import Models

/// Invented growls in the style of Shyriiwook, made from the English texts by a rule. Names and numbers stay readable, and a word always has the same growl.
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

  public let answers = AnswerWords(yes: "w", "wuuh", no: "m")
  public var texts: [String: String] { [:] }

  /// Growls the words of the English text. Values, code, numbers and names in capitals stay.
  public func translation(of english: String) -> String? {
    Phrase.pieces(of: english).map { piece in
      switch piece {
      case .text(let text): Self.growlWords(of: text)
      case .code(let code): "`\(code)`"
      case .value(let name, []): "{\(name)}"
      case .value(let name, ["lower"]): "{\(name):lower}"
      case .value(let name, let forms): "{\(name):\(forms.map(Self.growlWords).joined(separator: "|"))}"
      }
    }.joined()
  }
}

extension Wookiee {
  public var vocabulary: Vocabulary { Self.vocabulary }

  /// Generated from the English names in Models, so that it is always complete.
  private static let vocabulary = {
    let kinds = Kinds.standard.all
    let fields = kinds.flatMap(\.fields)
    let headings = Set(fields.compactMap(\.section) + ["Raw fields", "Further fields"])
    return Vocabulary(
      titles: table(kinds.map { ($0.name.text, $0.title) }),
      singulars: table(kinds.map { ($0.name.text, $0.singular) }),
      labels: table(fields.map { ($0.key, $0.label) }),
      headings: table(headings.map { ($0, $0) }),
      absences: Absence.allCases.reduce(into: [:]) { $0[$1] = growl($1.rawValue) },
      words: table(CommonWords.all.map { ($0, $0) }))
  }()

  private static func table(_ pairs: [(key: String, english: String)]) -> [String: String] {
    pairs.reduce(into: [:]) { $0[$1.key] = growl($1.english) }
  }

  /// Returns the growl for a word: deterministic, about as long as the word, and capitalised like it.
  static func growl(_ text: String) -> String {
    text.split(separator: " ").map { growl(word: $0) }.joined(separator: " ")
  }

  private static func growlWords(of text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let first = word.firstIndex(where: \.isLetter), let last = word.lastIndex(where: \.isLetter) else { return String(word) }
      let core = word[first...last]
      let isWord = core.allSatisfy { $0.isLetter || $0 == "'" } && (core.count == 1 || core.contains(where: \.isLowercase))
      guard isWord else { return String(word) }
      // No longer than the word, since screens have room for the English texts.
      let growled: Substring = growl(word: core).prefix(core.count)
      return "\(word[..<first])\(growled)\(word[last...].dropFirst())"
    }.joined(separator: " ")
  }

  private static let onsets = ["w", "h", "r", "gr", "wr", "hr", "m", "rr"]
  private static let vowels = ["aa", "uu", "oo", "a", "u", "aw", "oa"]
  private static let codas = ["rr", "gh", "wh", "r", "h", "hn", "rgh"]

  private static func growl(word: Substring) -> String {
    // Hashes the whole word first (FNV-1a), so that similar words have different growls.
    let letters = Array(word.lowercased().utf8)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    func pick(_ sounds: [String], _ shift: UInt64) -> String { sounds[Int((hash >> shift) % UInt64(sounds.count))] }
    letters.forEach(mix)
    var growl = ""
    for (index, letter) in letters.enumerated() {
      mix(letter)
      guard index % 4 == 0 else { continue }
      growl += pick(onsets, 8) + pick(vowels, 24)
      if index + 4 >= letters.count || hash.isMultiple(of: 3) { growl += pick(codas, 40) }
    }
    return word.first?.isUppercase == true ? growl.prefix(1).uppercased() + growl.dropFirst() : growl
  }
}
