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
  static func all(for purpose: PickerModel.Purpose, _ context: UpdateContext) -> [PickerCandidate] {
    switch purpose {
    case .palette: actions(context)
    case .theme: Themes.all.map { PickerCandidate(.theme($0.name), context.language.say(.theme($0.name))) }
    case .language: Languages.all.map { PickerCandidate(.language($0.code), $0.name) }
    case .sort(let kind): sortKeys(of: kind, context)
    case .compare, .path: []
    }
  }

  private static func sortKeys(of kind: KindName, _ context: UpdateContext) -> [PickerCandidate] {
    guard let description = context.kinds[kind] else { return [] }
    let wording = context.settings.wording
    return description.sortKeys.compactMap { key in
      guard let field = description.fields.first(where: { $0.key == key }) else { return nil }
      return PickerCandidate(.sortKey(key), wording.label(of: field, in: kind))
    }
  }

  /// Returns the actions of the palette, then the tabs by their titles. Cursor movements are left out.
  private static func actions(_ context: UpdateContext) -> [PickerCandidate] {
    let language = context.language
    let titles =
      context.kinds.all.map { language.title(of: $0.name) ?? $0.title } + [language.say(ChromePhrase.search), language.say(.status)]
    let tabs = Action.allCases.compactMap { action -> PickerCandidate? in
      guard let tab = action.tab, titles.indices.contains(tab) else { return nil }
      return PickerCandidate(.action(action), titles[tab])
    }
    return commands.map { PickerCandidate(.action($0), language.say($0.phrase)) } + tabs
  }

  private static let commands: [Action] = [
    .search, .filter, .sort, .reverse, .reload, .back, .forward, .compare, .path, .crawl, .mark, .clearMarks, .copy, .copyRecord,
    .openOrigin, .random,
    .theme, .language, .units, .mouse, .help, .suspend, .quit,
  ]

  /// Returns the matching rows, best first. Suggestions of the search worker that do not match the typed letters, such as spelling
  /// corrections, come last.
  static func filtered(
    _ candidates: [PickerCandidate], _ suggested: [Match], by pattern: FuzzyPattern, _ purpose: PickerModel.Purpose, _ cache: RecordCache
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
    guard !pattern.isEmpty else { return Array((ranked.map(\.row) + unranked).prefix(PickerModel.limit)) }
    let sorted = ranked.enumerated().sorted { left, right in
      (right.element.score, left.element.length, left.offset) < (left.element.score, right.element.length, right.offset)
    }
    return Array((sorted.map(\.element.row) + unranked).prefix(PickerModel.limit))
  }
}
