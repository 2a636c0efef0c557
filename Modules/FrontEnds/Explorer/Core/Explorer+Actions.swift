import Contracts
import Localization
import Models
import OrderedJSON
import Presentation
import Text

extension Explorer {
  /// Performs an action. The overlay handles it first, then the page; an action that neither handles has a global meaning.
  mutating func perform(_ action: Action, _ context: inout UpdateContext) {
    if overlay != nil {
      if overlay?.update(.action(action), &context) == true { return }
      switch action {
      case .cancel, .back, .quit: dismiss(&context)
      case .theme, .language, .help, .palette, .suspend, .mouse: performGlobally(action, &context)
      default: break
      }
      return
    }
    if page.update(.action(action), &context) { return }
    performGlobally(action, &context)
  }

  private mutating func performGlobally(_ action: Action, _ context: inout UpdateContext) {
    if let index = action.tab { return context.navigate(to: .tab(index)) }
    switch action {
    case .quit: context.emit(.quit)
    case .suspend: context.emit(.suspend)
    case .back where !tab.canGoBack, .forward where !tab.canGoForward: context.reportNoEffect(of: action)
    case .back, .left, .cancel: context.navigate(to: .back)
    case .forward: context.navigate(to: .forward)
    case .nextTab: context.navigate(to: .tab((current + 1) % tabs.count))
    case .previousTab: context.navigate(to: .tab((current + tabs.count - 1) % tabs.count))
    case .search: context.navigate(to: .search(nil))
    case .palette: context.navigate(to: .picker(.palette))
    case .help: context.navigate(to: .help)
    case .random: context.navigate(to: .random)
    case .zoom where applies(.zoom): show(ScreenLayout(layout.viewport, isZoomed: !layout.isZoomed), &context)
    case .zoom: context.reportNoEffect(of: action)
    case .theme: context.navigate(to: .picker(.theme))
    case .language: context.navigate(to: .picker(.language))
    case .units: context.navigate(to: .units(settings.units == .metric ? .imperial : .metric))
    case .mouse:
      settings.usesMouse.toggle()
      context.emit(.setMouseReporting(settings.usesMouse))
      context.toast = Toast(settings.language.say(settings.usesMouse ? .mouseIsOn : .mouseIsOff))
    case .compare where marked.count > CompareModel.maxRecords: reportTooManyMarks(&context)
    case .compare where marked.count > 1: context.navigate(to: .compare(marked))
    case .clearMarks where !marked.isEmpty:
      marked = []
      context.toast = Toast(settings.language.say(.marksRemoved))
    default: performOnSubject(action, &context)
    }
  }

  private mutating func performOnSubject(_ action: Action, _ context: inout UpdateContext) {
    guard let subject else { return context.reportNoEffect(of: action) }
    switch action {
    case .open: context.navigate(to: .record(subject))
    case .copyRecord: copy(subject, &context)
    case .openOrigin: openOrigin(of: subject, &context)
    case .crawl: context.navigate(to: .crawl(subject))
    case .mark: toggleMark(of: subject, &context)
    case .favourite: toggleFavourite(subject, &context)
    case .compare: context.navigate(to: .picker(.compare(marked.isEmpty ? [subject] : marked)))
    case .path:
      guard marked.count == 2 else { return context.navigate(to: .picker(.path(from: subject))) }
      context.navigate(to: .path(from: marked[0], to: marked[1]))
    default: context.reportNoEffect(of: action)
    }
  }

  private mutating func toggleMark(of reference: Reference, _ context: inout UpdateContext) {
    if let index = marked.firstIndex(of: reference) { marked.remove(at: index) } else { marked.append(reference) }
    if marked.count > CompareModel.maxRecords { reportTooManyMarks(&context) }
  }

  private func reportTooManyMarks(_ context: inout UpdateContext) {
    context.toast = Toast(settings.language.say(.tooManyMarked(marked.count, limit: CompareModel.maxRecords)), .caution)
  }

  private func copy(_ reference: Reference, _ context: inout UpdateContext) {
    guard let record = context.records[reference]?.record else {
      return context.toast = Toast(settings.language.say(.notLoadedYet), .caution)
    }
    context.emit(.copy(record.canonical.text()))
    context.toast = Toast(settings.language.say(.copiedAsJSON(record.name.printable)), .good)
  }

  private mutating func openOrigin(of reference: Reference, _ context: inout UpdateContext) {
    if let location = context.records[reference]?.provenance.location { return openURL(location, &context) }
    // A record that came with a list has no URL; a request for that record alone returns one.
    recordToOpenAtOrigin = reference
    context.reload(reference, revalidate: true)
  }

  func openURL(_ location: String?, _ context: inout UpdateContext) {
    guard let address = location.flatMap({ WebAddress($0) }) else {
      return context.toast = Toast(settings.language.say(.noWebPage), .caution)
    }
    context.emit(.openURL(address))
    context.toast = Toast(address.text)
  }

  mutating func click(_ target: HitTarget, _ context: inout UpdateContext) {
    switch target {
    case .tab(let index): context.navigate(to: .tab(index))
    case .action(let action): perform(action, &context)
    case .overlayRow(let row): overlay?.update(.click(row), &context)
    case .overlay: break
    // A click beside a panel closes it.
    case .listRow, .heading, .detailRow, .list, .detail:
      if overlay == nil { clickPage(target, &context) } else { perform(.cancel, &context) }
    }
  }

  private mutating func clickPage(_ target: HitTarget, _ context: inout UpdateContext) {
    switch target {
    case .listRow(let row):
      if case .path = page {
        page.update(.click(row), &context)
      } else {
        if !page.hasPreview { tabs[current].backToRoot() }
        root.update(.click(row), &context)
      }
    case .heading(let key): root.update(.sort(key), &context)
    case .detailRow(let row):
      // A click in the preview opens the record.
      if page.hasPreview, let subject {
        tabs[current].push(.record(RecordModel(subject)))
        page.update(.appeared, &context)
      }
      page.update(.click(row), &context)
    default: break
    }
  }

  mutating func scroll(_ lines: Int, _ target: HitTarget?, _ context: inout UpdateContext) {
    guard overlay == nil else {
      overlay?.update(.scroll(lines), &context)
      return
    }
    switch target {
    case .list, .listRow, .heading:
      if case .path = page { page.update(.scroll(lines), &context) } else { root.update(.scroll(lines), &context) }
    case .detail where page.hasPreview, .detailRow where page.hasPreview: _ = preview?.update(.scroll(lines), &context)
    default: page.update(.scroll(lines), &context)
    }
  }
}

/// Extras on the screen, which are loaded after everything else.
extension Explorer {
  /// Loads what the extras on the screen need: the number of records of each kind for the first screen; for a record its films, and the
  /// list of its kind for the bars. Sends nothing while other requests are pending, because the visible fields come first.
  mutating func loadExtras(_ context: inout UpdateContext) {
    guard showsCounts || shownRecord != nil else { return }
    guard foregroundRequestCount == 0 else { return context.emit(.startTimer(.extrasDue, after: RecordModel.extrasDelay)) }
    if showsCounts { for index in tabs.indices { changeList(at: index) { $0.loadCount(&context) } } }
    guard let record = shownRecord else { return }
    record.loadFilms(&context)
    changeList(at: tabIndex(of: .kind(record.reference.kind))) { list in
      if !list.pages.isComplete { list.loadInBackground(&context) }
    }
  }

  private var showsCounts: Bool {
    if case .search(let search) = page { search.isStartPage && SearchLayout.isTall(layout.list) } else { false }
  }

  /// The record whose details are on the screen.
  private var shownRecord: RecordModel? { if case .record(let model) = page { model } else { preview } }
}

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

  func helpSections(_ context: UpdateContext) -> [HelpSection] {
    let record = subject.flatMap { context.records[$0]?.record }
    return HelpSection.all(of: page, subject: record, tabs: tabs.count, hasFavourites: favourites != nil)
  }

  /// Returns what the palette offers on the open page: its actions, those that work everywhere, and going back or forward.
  private func paletteContext(_ context: UpdateContext) -> PickerModel.PaletteContext {
    let isLog = if case .log = page { true } else { false }
    let onRecord: Set<Action> = [.open, .mark, .favourite, .compare, .path, .copy, .copyRecord, .openOrigin]
    var actions = helpSections(context).filter { $0.heading != .navigation }.flatMap(\.actions).filter { action in
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

  mutating func noteChoice(_ choice: PickerModel.Choice) {
    recentChoices = Array(([choice] + recentChoices.filter { $0 != choice }).prefix(Self.maxRecentChoices))
  }
}
