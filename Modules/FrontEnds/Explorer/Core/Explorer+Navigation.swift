import Localization
import Models
import Presentation

extension Explorer {
  mutating func navigate(to destination: Destination, _ context: inout UpdateContext) {
    switch destination {
    case .record(let reference):
      push(.record(RecordModel(reference)), &context)
      // A request starts a lost bus again. A cached record needs none, and stays on the screen meanwhile.
      if monitor.isLost { context.reload(reference, revalidate: false) }
    case .recordInTab(let reference):
      if let index = tabs.firstIndex(where: { $0.content == .kind(reference.kind) }), index != current {
        current = index
        context.openTab = tab.content
        if !tab.canGoBack { tabs[index].root.model.appear(&context) }
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
      current = tabs.firstIndex { $0.content == .search } ?? current
      tabs[current].backToRoot()
      guard case .search(var model) = tabs[current].page else { return }
      model.appear(&context)
      model.search(query, &context)
      tabs[current].page = .search(model)
    case .crawl(let film): present(.crawl(CrawlModel(film)), &context)
    case .picker(let purpose): present(.picker(PickerModel(purpose, paletteContext(context))), &context)
    case .help:
      let record = subject.flatMap { context.cache.entry(for: $0)?.record }
      present(.help(HelpModel(HelpSection.all(of: page, subject: record, tabs: tabs.count, hasFavourites: favourites != nil))), &context)
    case .dismiss: dismiss(&context)
    case .random:
      guard let reference = context.cache.randomReference(at: context.now) else {
        return context.toast = Toast(settings.language.say(.nothingLoaded), .caution)
      }
      navigate(to: .recordInTab(reference), &context)
    case .back: if tabs[current].back() { appear(&context) }
    case .forward: if tabs[current].forward() { appear(&context) }
    case .sort(let kind, let key):
      overlay = nil
      guard let index = tabs.firstIndex(where: { $0.content == .kind(kind) }), case .list(var list) = tabs[index].root else { return }
      list.sort(by: key, &context)
      tabs[index].root = .list(list)
    case .theme(let name):
      guard let theme = settings.themes.first(where: { $0.name == name }) else { return }
      settings.theme = theme.suited(to: settings.background)
    case .language(let code):
      guard let language = Languages.all.first(where: { $0.code == code }) else { return }
      settings.language = language
    case .units(let units): settings.units = units
    case .action(let action):
      overlay = nil
      perform(action, &context)
    }
  }

  private mutating func push(_ page: Page, _ context: inout UpdateContext) {
    overlay = nil
    tabs[current].push(page)
    appear(&context)
  }

  private mutating func present(_ overlay: Overlay, _ context: inout UpdateContext) {
    undoPreview(&context)
    self.overlay = overlay
    self.overlay?.model.appear(&context)
  }

  /// Restores the setting that an open picker previews. Call it before the picker closes without a choice.
  private mutating func undoPreview(_ context: inout UpdateContext) {
    if case .picker(let picker)? = overlay, let setting = picker.settingToRestore { navigate(to: setting, &context) }
  }

  private mutating func appear(_ context: inout UpdateContext) {
    tabs[current].page.model.appear(&context)
    // The list beside a record selects it.
    if let recordBesideRoot { tabs[current].root.model.follow(recordBesideRoot, &context) }
  }
}
