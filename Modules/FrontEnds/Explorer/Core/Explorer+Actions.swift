import Contracts
import Localization
import Models
import OrderedJSON
import Presentation
import Text

extension Explorer {
  private static let destinations: [Action: Destination] = [
    .back: .back, .left: .back, .cancel: .back, .forward: .forward, .search: .search(nil), .palette: .picker(.palette), .help: .help,
    .random: .random, .theme: .picker(.theme), .language: .picker(.language),
  ]
  /// The actions that also work below an overlay.
  private static let overlayActions: Set<Action> = [.theme, .language, .help, .palette, .suspend, .mouse]

  /// Performs an action: the overlay's or the page's own one, or else the global one.
  mutating func perform(_ action: Action, _ context: inout UpdateContext) {
    guard overlay != nil else {
      if !page.update(.action(action), &context) { performGlobally(action, &context) }
      return
    }
    if overlay?.update(.action(action), &context) == true { return }
    if Self.overlayActions.contains(action) { return performGlobally(action, &context) }
    if [.cancel, .back, .quit].contains(action) { dismiss(&context) }
  }

  private mutating func performGlobally(_ action: Action, _ context: inout UpdateContext) {
    let language = settings.language
    switch action {
    case .quit: context.emit(.quit)
    case .suspend: context.emit(.suspend)
    case .back where !tab.canGoBack, .forward where !tab.canGoForward, .zoom where !applies(.zoom): context.reportNoEffect(of: action)
    case .nextTab: context.navigate(to: .tab((current + 1) % tabs.count))
    case .previousTab: context.navigate(to: .tab((current + tabs.count - 1) % tabs.count))
    case .zoom: show(ScreenLayout(layout.viewport, isZoomed: !layout.isZoomed), &context)
    case .units: context.navigate(to: .units(settings.units == .metric ? .imperial : .metric))
    case .mouse:
      settings.usesMouse.toggle()
      context.emit(.setMouseReporting(settings.usesMouse))
      context.toast = Toast(language.say(settings.usesMouse ? Phrase("mouse on") : Phrase("mouse off; the terminal can select text")))
    case .compare where marked.count > CompareModel.maxRecords: warnOfMarks(&context)
    case .compare where marked.count > 1: context.navigate(to: .compare(marked))
    case .clearMarks where !marked.isEmpty:
      marked = []
      context.toast = Toast(language.say("marks removed"))
    default:
      if let destination = action.tab.map({ .tab($0) }) ?? Self.destinations[action] { return context.navigate(to: destination) }
      guard let subject else { return context.reportNoEffect(of: action) }
      perform(action, on: subject, &context)
    }
  }

  private mutating func perform(_ action: Action, on subject: Reference, _ context: inout UpdateContext) {
    switch action {
    case .open: context.navigate(to: .record(subject))
    case .crawl: context.navigate(to: .crawl(subject))
    case .compare: context.navigate(to: .picker(.compare(marked.isEmpty ? [subject] : marked)))
    case .path where marked.count == 2: context.navigate(to: .path(from: marked[0], to: marked[1]))
    case .path: context.navigate(to: .picker(.path(from: subject)))
    case .favourite: toggleFavourite(subject, &context)
    case .mark:
      if let index = marked.firstIndex(of: subject) { marked.remove(at: index) } else { marked.append(subject) }
      if marked.count > CompareModel.maxRecords { warnOfMarks(&context) }
    case .copyRecord:
      guard let record = context.records[subject]?.record else { return context.warn(Phrase("not loaded yet")) }
      context.emit(.copy(record.description))
      context.toast = Toast(settings.language.say(.copiedAsJSON(record.name.printable)), .good)
    case .openOrigin:
      if let location = context.records[subject]?.provenance.location { return openURL(location, &context) }
      // A record that came with a list has no URL; a request for that record alone returns one.
      recordToOpenAtOrigin = subject
      context.reload(subject, revalidate: true)
    default: context.reportNoEffect(of: action)
    }
  }

  private func warnOfMarks(_ context: inout UpdateContext) { context.warn(.tooManyMarked(marked.count, limit: CompareModel.maxRecords)) }

  func openURL(_ location: String?, _ context: inout UpdateContext) {
    guard let address = location.flatMap({ WebAddress($0) }) else { return context.warn(.noWebPage) }
    context.emit(.openURL(address))
    context.toast = Toast(address.text)
  }
}

// MARK: Mouse

extension Explorer {
  mutating func click(_ target: HitTarget, _ context: inout UpdateContext) {
    switch target {
    case .tab(let index): context.navigate(to: .tab(index))
    case .action(let action): perform(action, &context)
    case .overlayRow(let row): overlay?.update(.click(row), &context)
    case .overlay: break
    // A click beside a panel closes it.
    case _ where overlay != nil: perform(.cancel, &context)
    case .listRow(let row):
      if !page.hasPreview { tabs[current].backToRoot() }
      page.update(.click(row), &context)
    case .heading(let key): root.update(.sort(key), &context)
    case .detailRow(let row):
      // A click in the preview opens the record.
      if page.hasPreview, let subject {
        tabs[current].push(RecordModel(subject))
        page.update(.appeared, &context)
      }
      page.update(.click(row), &context)
    case .list, .detail: break
    }
  }

  mutating func scroll(_ lines: Int, _ target: HitTarget?, _ context: inout UpdateContext) {
    if overlay != nil { return _ = overlay?.update(.scroll(lines), &context) }
    switch target {
    case .list where !page.hasPreview, .listRow where !page.hasPreview, .heading where !page.hasPreview:
      root.update(.scroll(lines), &context)
    case .detail where page.hasPreview, .detailRow where page.hasPreview: _ = preview?.update(.scroll(lines), &context)
    default: page.update(.scroll(lines), &context)
    }
  }
}

// MARK: Navigation

extension Explorer {
  mutating func navigate(to destination: Destination, _ context: inout UpdateContext) {
    switch destination {
    case .record(let reference):
      push(RecordModel(reference), &context)
      // A request starts a lost bus again; a known record would need none.
      if monitor.isLost { context.reload(reference, revalidate: false) }
    case .recordInTab(let reference):
      if let index = tabIndex(of: .kind(reference.kind)), index != current {
        open(index, &context)
        if !tab.canGoBack { root.update(.appeared, &context) }
      }
      navigate(to: .record(reference), &context)
    case .compare(let references): push(CompareModel(references), &context)
    case .path(let from, let to): push(PathModel(from: from, to: to), &context)
    case .log(let process): push(LogModel(process), &context)
    case .tab(let index):
      guard tabs.indices.contains(index) else { return }
      undoPreview(&context)
      overlay = nil
      // Selecting the open tab returns to its root page.
      if index == current { tabs[index].backToRoot() }
      open(index, &context)
      appear(&context)
    case .search(let query):
      overlay = nil
      open(tabIndex(of: .search) ?? current, &context)
      tabs[current].backToRoot()
      page.update(.appeared, &context)
      page.update(.search(query), &context)
    case .crawl(let film): present(CrawlModel(film), &context)
    case .picker(let purpose): present(PickerModel(purpose, pickerRows(purpose, context.records)), &context)
    case .help: present(HelpModel(helpSections(context.records)), &context)
    case .dismiss: dismiss(&context)
    case .random:
      guard let reference = context.records.randomReference(at: context.now) else { return context.warn(Phrase("nothing loaded yet")) }
      navigate(to: .recordInTab(reference), &context)
    case .back: if tabs[current].back() { appear(&context) }
    case .forward: if tabs[current].forward() { appear(&context) }
    case .sort(let kind, let key):
      overlay = nil
      if let index = tabIndex(of: .kind(kind)) { tabs[index].root.update(.sort(key), &context) }
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

  private mutating func open(_ index: Int, _ context: inout UpdateContext) {
    current = index
    context.openTab = tab.content
  }

  /// Measures the open list with the current settings; others are measured when they appear.
  private mutating func measureColumns(_ context: inout UpdateContext) {
    context.settings = settings
    changeList(at: current) { $0.measure(context) }
  }

  private mutating func push(_ page: any Page, _ context: inout UpdateContext) {
    overlay = nil
    tabs[current].push(page)
    appear(&context)
  }

  private mutating func present(_ overlay: any Page, _ context: inout UpdateContext) {
    undoPreview(&context)
    self.overlay = overlay
    self.overlay?.update(.appeared, &context)
  }

  /// Restores the setting that an open picker previews, when it closes without a choice.
  private mutating func undoPreview(_ context: inout UpdateContext) {
    if let setting = overlay?.settingToRestore { navigate(to: setting, &context) }
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
}
