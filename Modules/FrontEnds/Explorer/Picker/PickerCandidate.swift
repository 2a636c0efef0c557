import Contracts
import Localization
import Models
import Presentation

/// A choice in a picker with its name prepared for matching.
struct PickerCandidate: Sendable, Hashable {
  let choice: PickerModel.Choice
  let name: FuzzyText

  private init(_ choice: PickerModel.Choice, _ name: String) {
    self.choice = choice
    self.name = FuzzyText(name)
  }

  /// Returns the choices that do not depend on the typed text. Records do and are not included.
  static func all(for purpose: PickerModel.Purpose, _ palette: PickerModel.PaletteContext, _ context: UpdateContext) -> [PickerCandidate] {
    switch purpose {
    case .palette: actions(palette, context) + settings(palette, context)
    case .theme: context.settings.themes.map { PickerCandidate(.theme($0.name), context.language.say(.theme($0.name))) }
    case .language: Languages.all.map { PickerCandidate(.language($0.code), $0.name) }
    case .sort(let kind): sortKeys(of: kind, context)
    case .compare, .path: []
    }
  }

  private static func sortKeys(of kind: KindName, _ context: UpdateContext) -> [PickerCandidate] {
    guard let description = context.kinds[kind] else { return [] }
    let wording = context.settings.wording
    let keys = ListColumns.sortKeys(of: description)
    return (keys + ListColumns.fields(of: description).map(\.key).filter { !keys.contains($0) }).compactMap { key in
      guard let field = description.fields.first(where: { $0.key == key }) else { return nil }
      return PickerCandidate(.sortKey(key), wording.label(of: field, in: kind))
    }
  }

  /// Returns the actions that have a meaning on the page, then the other tabs by their titles.
  private static func actions(_ palette: PickerModel.PaletteContext, _ context: UpdateContext) -> [PickerCandidate] {
    let language = context.language
    let titles =
      context.kinds.all.map { language.title(of: $0.name) ?? $0.title }
      + [language.say(ChromePhrase.search), language.say(.status), language.say(StartPhrase.favourites)]
    let tabs = Action.allCases.compactMap { action -> PickerCandidate? in
      guard let tab = action.tab, tab != palette.openTab, tab < palette.tabCount, titles.indices.contains(tab) else { return nil }
      return PickerCandidate(.action(action), titles[tab])
    }
    return palette.actions.map { PickerCandidate(.action($0), language.say($0.phrase)) } + tabs
  }

  /// Returns the settings that can be chosen directly: `Sort: mass`, `Theme: light`, `Language: Deutsch`. Those in use are left out.
  private static func settings(_ palette: PickerModel.PaletteContext, _ context: UpdateContext) -> [PickerCandidate] {
    let (language, settings) = (context.language, context.settings)
    func setting(_ label: String, _ value: String) -> String { language.say(.setting(label, value)) }
    let sortKeys = palette.sortableKind.map { self.sortKeys(of: $0, context) } ?? []
    let units: UnitSystem = settings.units == .metric ? .imperial : .metric
    return sortKeys.map { PickerCandidate($0.choice, setting(language.say(.sortLabel), $0.name.text.lowercased())) }
      + settings.themes.filter { $0.name != settings.theme.name }.map {
        PickerCandidate(.theme($0.name), setting(language.say(.chooseTheme), language.say(.theme($0.name))))
      }
      + Languages.all.filter { $0.code != language.code }.map {
        PickerCandidate(.language($0.code), setting(language.say(.chooseLanguage), $0.name))
      }
      + [PickerCandidate(.units(units), setting(language.say(.unitsLabel), language.say(units == .metric ? .metric : .imperial)))]
  }

  /// Returns the matching rows, best first. Suggestions of the search worker that do not match the typed letters, such as spelling
  /// corrections, come last.
  static func filtered(
    _ candidates: [PickerCandidate], _ suggested: [Match], by pattern: FuzzyPattern, _ purpose: PickerModel.Purpose, _ cache: RecordCache,
    recent: [PickerModel.Choice] = []
  ) -> [PickerModel.Row] {
    var ranked: [(row: PickerModel.Row, score: Int, length: Int)] = []
    func add(_ choice: PickerModel.Choice, _ name: FuzzyText) -> Bool {
      guard let match = pattern.match(name) else { return false }
      ranked.append((PickerModel.Row(choice, name.text, marks: match.marks), match.score, name.letters.count))
      return true
    }
    for candidate in candidates { _ = add(candidate.choice, candidate.name) }
    var unranked: [PickerModel.Row] = []
    if purpose.offersRecords {
      var seen: Set<Reference> = []
      for match in suggested where purpose.allows(match.reference) && seen.insert(match.reference).inserted {
        if !add(.record(match.reference), FuzzyText(match.name)) {
          unranked.append(PickerModel.Row(.record(match.reference), match.name, marks: match.field == nil ? match.marks : []))
        }
      }
      // While nothing is typed, the palette lists only actions; records would bury them.
      if purpose != .palette || !pattern.isEmpty {
        let cached = cache.matches(pattern, limit: PickerModel.limit) { purpose.allows($0) && !seen.contains($0) }
        ranked += cached.map { match in
          let row = PickerModel.Row(.record(match.match.reference), match.match.name, marks: match.match.marks)
          return (row, match.score, match.match.name.count)
        }
      }
    }
    // Recent choices come first: before all other rows, or among equally good matches.
    func recency(_ row: PickerModel.Row) -> Int { recent.firstIndex(of: row.choice) ?? recent.count }
    guard !pattern.isEmpty else {
      let rows = ranked.enumerated().sorted { (recency($0.element.row), $0.offset) < (recency($1.element.row), $1.offset) }
      return Array((rows.map(\.element.row) + unranked).prefix(PickerModel.limit))
    }
    let sorted = ranked.enumerated().sorted { left, right in
      (right.element.score, recency(left.element.row), left.element.length, left.offset)
        < (left.element.score, recency(right.element.row), right.element.length, right.offset)
    }
    return Array((sorted.map(\.element.row) + unranked).prefix(PickerModel.limit))
  }
}
