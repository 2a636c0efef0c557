import Localization
import Models
import Presentation

extension Explorer {
  mutating func navigate(to destination: Destination, _ context: inout UpdateContext) {
    switch destination {
    case .record(let reference):
      push(.record(RecordModel(reference)), &context)
      // A request starts a lost bus again. A known record needs none, and stays on the screen meanwhile.
      if monitor.isLost { context.reload(reference, revalidate: false) }
    case .recordInTab(let reference):
      if let index = tabIndex(of: .kind(reference.kind)), index != current {
        current = index
        context.openTab = tab.content
        if !tab.canGoBack { root.update(.appeared, &context) }
      }
      navigate(to: .record(reference), &context)
    case .compare(let references): push(.compare(CompareModel(references)), &context)
    case .path(let from, let to): push(.path(PathModel(from: from, to: to)), &context)
    case .log(let process): push(.log(LogModel(process)), &context)
    case .tab(let index):
      guard tabs.indices.contains(index) else { return }
      undoPreview(&context)
      overlay = nil
      // Selecting the open tab returns to its root page.
      if index == current { tabs[index].backToRoot() }
      current = index
      context.openTab = tab.content
      appear(&context)
    case .search(let query):
      overlay = nil
      current = tabIndex(of: .search) ?? current
      tabs[current].backToRoot()
      page.update(.appeared, &context)
      guard case .search(var model) = page else { return }
      model.search(query, &context)
      page = .search(model)
    case .crawl(let film): present(.crawl(CrawlModel(film)), &context)
    case .picker(let purpose): present(.picker(PickerModel(purpose, paletteContext(context))), &context)
    case .help: present(.help(HelpModel(helpSections(context))), &context)
    case .dismiss: dismiss(&context)
    case .random:
      guard let reference = context.records.randomReference(at: context.now) else {
        return context.toast = Toast(settings.language.say(.nothingLoaded), .caution)
      }
      navigate(to: .recordInTab(reference), &context)
    case .back: if tabs[current].back() { appear(&context) }
    case .forward: if tabs[current].forward() { appear(&context) }
    case .sort(let kind, let key):
      overlay = nil
      changeList(at: tabIndex(of: .kind(kind))) { $0.sort(by: key, &context) }
    case .theme(let name):
      guard let theme = settings.themes.first(where: { $0.name == name }) else { return }
      settings.theme = theme.suited(to: settings.background)
    case .language(let code):
      settings.language = Languages.all.first { $0.code == code } ?? settings.language
      measureColumns(&context)
    case .units(let units):
      settings.units = units
      measureColumns(&context)
    case .action(let action):
      overlay = nil
      perform(action, &context)
    }
  }

  /// Measures the open list again with the current settings; other lists are measured when they appear.
  private mutating func measureColumns(_ context: inout UpdateContext) {
    context.settings = settings
    changeList(at: current) { $0.measureColumns(context) }
  }

  private mutating func push(_ page: Page, _ context: inout UpdateContext) {
    overlay = nil
    tabs[current].push(page)
    appear(&context)
  }

  private mutating func present(_ overlay: Page, _ context: inout UpdateContext) {
    undoPreview(&context)
    self.overlay = overlay
    self.overlay?.update(.appeared, &context)
  }

  /// Restores the setting that an open picker previews. Call it before the picker closes without a choice.
  private mutating func undoPreview(_ context: inout UpdateContext) {
    if case .picker(let picker)? = overlay, let setting = picker.settingToRestore { navigate(to: setting, &context) }
  }

  private mutating func appear(_ context: inout UpdateContext) {
    page.update(.appeared, &context)
    // The list beside a record selects it.
    if let recordBesideRoot { root.update(.opened(recordBesideRoot), &context) }
  }

  mutating func dismiss(_ context: inout UpdateContext) {
    overlay = nil
    context.emit(.cancelTimer(.crawlStep))
  }

  /// Returns the sections of the help for the open page.
  func helpSections(_ context: UpdateContext) -> [HelpSection] {
    let record = subject.flatMap { context.records[$0]?.record }
    return HelpSection.all(of: page, subject: record, tabs: tabs.count, hasFavourites: favourites != nil)
  }

  /// Returns what the palette offers on the open page: its actions, those that work everywhere, and going back or forward.
  private func paletteContext(_ context: UpdateContext) -> PickerModel.PaletteContext {
    let isLog = if case .log = page { true } else { false }
    let onRecord: Set<Action> = [.open, .mark, .favourite, .compare, .path, .copy, .copyRecord, .openOrigin]
    var actions = helpSections(context).filter { $0.heading != .gettingAround }.flatMap(\.actions).filter { action in
      switch action {
      case .palette, .cancel: false
      case .open where subject == nil: false
      case .clearMarks, .zoom, .reverse: applies(action)
      default: subject != nil || isLog || !onRecord.contains(action)
      }
    }
    if tab.canGoBack { actions.append(.back) }
    if tab.canGoForward { actions.append(.forward) }
    var palette = PickerModel.PaletteContext(actions: actions, openTab: current, tabCount: tabs.count, recent: recentChoices)
    if case .list(let list) = page { palette.sortableKind = list.kind }
    return palette
  }

  /// Moves a choice of the palette to the front of the recent ones.
  mutating func noteChoice(_ choice: PickerModel.Choice) {
    recentChoices = Array(([choice] + recentChoices.filter { $0 != choice }).prefix(Self.maxRecentChoices))
  }
}
