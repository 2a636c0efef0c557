import Contracts
import Localization
import Models
import Presentation

/// The choices of a picker, and which of them match.
extension PickerModel {
  /// Returns the choices that do not depend on the typed text. Records do and are not included.
  static func choices(for purpose: Purpose, _ palette: PaletteContext, _ context: UpdateContext) -> [Row] {
    switch purpose {
    case .palette: actions(palette, context) + settings(palette, context)
    case .theme: context.settings.themes.map { Row(.theme($0.name), context.language.say(.theme($0.name))) }
    case .language: Languages.all.map { Row(.language($0.code), $0.name) }
    case .sort(let kind): sortKeys(of: kind, context)
    case .compare, .path: []
    }
  }

  private static func sortKeys(of kind: KindName, _ context: UpdateContext) -> [Row] {
    guard let description = context.kinds[kind] else { return [] }
    let wording = context.wording
    let keys = ListColumns.sortKeys(of: description)
    return (keys + ListColumns.fields(of: description).map(\.key).filter { !keys.contains($0) }).compactMap { key in
      guard let field = description.fields.first(where: { $0.key == key }) else { return nil }
      return Row(.sortKey(key), wording.label(of: field, in: kind))
    }
  }

  /// Returns the actions that have a meaning on the page, then the other tabs by their titles.
  private static func actions(_ palette: PaletteContext, _ context: UpdateContext) -> [Row] {
    let language = context.language
    let titles =
      context.kinds.all.map { language.title(of: $0.name) ?? $0.title }
      + [language.say(ChromePhrase.search), language.say(.status), language.say(StartPhrase.favourites)]
    let tabs = Action.allCases.compactMap { action -> Row? in
      guard let tab = action.tab, tab != palette.openTab, tab < palette.tabCount, titles.indices.contains(tab) else { return nil }
      return Row(.action(action), titles[tab])
    }
    return palette.actions.map { Row(.action($0), language.say($0.phrase)) } + tabs
  }

  /// Returns the settings that can be chosen directly: `Sort: mass`, `Theme: light`, `Language: Deutsch`. Those in use are left out.
  private static func settings(_ palette: PaletteContext, _ context: UpdateContext) -> [Row] {
    let (language, settings) = (context.language, context.settings)
    func setting(_ label: String, _ value: String) -> String { language.say(.setting(label, value)) }
    let sortKeys = palette.sortableKind.map { self.sortKeys(of: $0, context) } ?? []
    let units: UnitSystem = settings.units == .metric ? .imperial : .metric
    return sortKeys.map { Row($0.choice, setting(language.say(.sortLabel), $0.title.lowercased())) }
      + settings.themes.filter { $0.name != settings.theme.name }.map {
        Row(.theme($0.name), setting(language.say(.chooseTheme), language.say(.theme($0.name))))
      }
      + Languages.all.filter { $0.code != language.code }.map {
        Row(.language($0.code), setting(language.say(.chooseLanguage), $0.name))
      }
      + [Row(.units(units), setting(language.say(.unitsLabel), language.say(units == .metric ? .metric : .imperial)))]
  }

  /// Returns the matching rows, best first. Suggestions of the search worker that do not match the typed letters, such as spelling
  /// corrections, come last.
  static func filtered(
    _ candidates: [Row], _ suggested: [Match], by pattern: FuzzyPattern, _ purpose: Purpose, _ records: RecordStore,
    recent: [Choice] = []
  ) -> [Row] {
    var ranked: [(row: Row, score: Int, length: Int)] = []
    func add(_ choice: Choice, _ title: String) -> Bool {
      let text = FuzzyText(title)
      guard let match = pattern.match(text) else { return false }
      ranked.append((Row(choice, title, marks: match.marks), match.score, pattern.isEmpty ? 0 : text.letters.count))
      return true
    }
    for row in candidates { _ = add(row.choice, row.title) }
    var unranked: [Row] = []
    if purpose.offersRecords {
      var seen: Set<Reference> = []
      for match in suggested where purpose.allows(match.reference) && seen.insert(match.reference).inserted {
        if !add(.record(match.reference), match.name) {
          unranked.append(Row(.record(match.reference), match.name, marks: match.field == nil ? match.marks : []))
        }
      }
      // While nothing is typed, the palette lists only actions; records would bury them.
      if purpose != .palette || !pattern.isEmpty {
        ranked += records.matches(pattern, limit: limit) { purpose.allows($0) && !seen.contains($0) }.map { match, score in
          (Row(.record(match.reference), match.name, marks: match.marks), score, pattern.isEmpty ? 0 : match.name.count)
        }
      }
    }
    // Recent choices come first: before all other rows, or among equally good matches.
    func recency(_ row: Row) -> Int { recent.firstIndex(of: row.choice) ?? recent.count }
    let sorted = ranked.enumerated().sorted { left, right in
      (right.element.score, recency(left.element.row), left.element.length, left.offset)
        < (left.element.score, recency(right.element.row), right.element.length, right.offset)
    }
    return Array((sorted.map(\.element.row) + unranked).prefix(limit))
  }
}
