import Models

extension Explorer {
  /// Returns what the palette offers on the open page: its actions, those that work everywhere, and going back or forward.
  func paletteContext(_ context: UpdateContext) -> PickerModel.PaletteContext {
    let record = subject.flatMap { context.cache.entry(for: $0)?.record }
    let sections = HelpSection.all(of: page, subject: record, tabs: tabs.count, hasFavourites: favourites != nil)
    let onRecord: Set<Action> = [.open, .mark, .favourite, .compare, .path, .copy, .copyRecord, .openOrigin]
    var actions = sections.filter { $0.heading != .gettingAround }.flatMap(\.actions).filter { action in
      switch action {
      case .palette, .cancel: false
      case .open where subject == nil: false
      case .clearMarks, .zoom, .reverse: applies(action)
      default: subject != nil || page.isLog || !onRecord.contains(action)
      }
    }
    if tab.canGoBack { actions.append(.back) }
    if tab.canGoForward { actions.append(.forward) }
    var palette = PickerModel.PaletteContext(actions: actions, openTab: current, tabCount: tabs.count, recent: recentChoices)
    if case .list(let list) = page { palette.sortableKind = list.kind }
    return palette
  }

  /// Moves a choice to the front of the recent ones.
  mutating func noteChoice(_ choice: PickerModel.Choice) {
    recentChoices.removeAll { $0 == choice }
    recentChoices.insert(choice, at: 0)
    if recentChoices.count > Self.maxRecentChoices { recentChoices.removeLast() }
  }
}

extension Page {
  fileprivate var isLog: Bool { if case .log = self { true } else { false } }
}
