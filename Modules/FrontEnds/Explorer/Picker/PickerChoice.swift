import Contracts
import Localization
import Models
import Presentation

/// Something that a picker offers, with its name taken apart for matching.
struct PickerChoice: Sendable, Hashable {
  let choice: PickerModel.Choice
  let name: FuzzyText

  private init(_ choice: PickerModel.Choice, _ name: String) {
    self.choice = choice
    self.name = FuzzyText(name)
  }

  /// What does not depend on what is typed. Records do, and are not among it.
  static func all(for purpose: PickerModel.Purpose, _ work: Work) -> [PickerChoice] {
    switch purpose {
    case .palette: actions(work)
    case .theme: Themes.all.map { PickerChoice(.theme($0.name), work.language.say(.theme($0.name))) }
    case .language: Languages.all.map { PickerChoice(.language($0.code), $0.name) }
    case .sort(let kind): orders(of: kind, work)
    case .compare, .path: []
    }
  }

  private static func orders(of kind: KindName, _ work: Work) -> [PickerChoice] {
    guard let description = work.kinds[kind] else { return [] }
    let wording = work.look.wording
    return description.sortKeys.compactMap { key in
      guard let field = description.fields.first(where: { $0.key == key }) else { return nil }
      return PickerChoice(.order(key), wording.label(of: field, in: kind))
    }
  }

  /// Tabs under their own titles, then all that is more than a move.
  private static func actions(_ work: Work) -> [PickerChoice] {
    let language = work.language
    let titles =
      work.kinds.all.map { language.title(of: $0.name) ?? $0.title } + [language.say(ChromePhrase.search), language.say(.status)]
    let tabs = Action.allCases.compactMap { action -> PickerChoice? in
      guard let tab = action.tab, titles.indices.contains(tab) else { return nil }
      return PickerChoice(.action(action), titles[tab])
    }
    return commands.map { PickerChoice(.action($0), language.say($0.phrase)) } + tabs
  }

  private static let commands: [Action] = [
    .search, .filter, .sort, .reverse, .reload, .back, .forward, .compare, .path, .crawl, .mark, .copy, .copyRecord, .openOrigin, .random,
    .theme, .language, .units, .mouse, .help, .suspend, .quit,
  ]

  /// The best fits first. What the search worker suggests although its letters do not fit, a typing error put right, comes last.
  static func narrowed(
    _ choices: [PickerChoice], _ suggested: [Match], by pattern: FuzzyPattern, _ purpose: PickerModel.Purpose, _ library: Library
  ) -> [PickerModel.Row] {
    var ranked: [(row: PickerModel.Row, score: Int, length: Int)] = []
    func add(_ choice: PickerModel.Choice, _ name: FuzzyText) -> Bool {
      guard let fit = pattern.fit(name) else { return false }
      ranked.append((PickerModel.Row(choice, name.text, marks: fit.marks), fit.score, name.letters.count))
      return true
    }
    for choice in choices { _ = add(choice.choice, choice.name) }
    var others: [PickerModel.Row] = []
    if purpose.offersRecords {
      var seen: Set<Reference> = []
      for match in suggested where purpose.allows(match.reference) && seen.insert(match.reference).inserted {
        if !add(.record(match.reference), FuzzyText(match.name)) {
          others.append(PickerModel.Row(.record(match.reference), match.name, marks: match.field == nil ? match.marks : []))
        }
      }
      // With nothing typed the palette is for actions, and what is known would bury them.
      if purpose != .palette || !pattern.isEmpty {
        let known = library.matches(pattern, limit: PickerModel.limit) { purpose.allows($0) && !seen.contains($0) }
        ranked += known.map { found in
          let row = PickerModel.Row(.record(found.match.reference), found.match.name, marks: found.match.marks)
          return (row, found.score, found.match.name.count)
        }
      }
    }
    guard !pattern.isEmpty else { return Array((ranked.map(\.row) + others).prefix(PickerModel.limit)) }
    let sorted = ranked.enumerated().sorted { left, right in
      (right.element.score, left.element.length, left.offset) < (left.element.score, right.element.length, right.offset)
    }
    return Array((sorted.map(\.element.row) + others).prefix(PickerModel.limit))
  }
}
