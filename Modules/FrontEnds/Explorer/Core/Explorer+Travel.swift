import Localization
import Models
import Presentation

extension Explorer {
  mutating func travel(to destination: Destination, _ work: inout Work) {
    switch destination {
    case .record(let reference): push(.record(RecordModel(reference)), &work)
    case .compare(let references):
      marked = []
      push(.compare(CompareModel(references)), &work)
    case .path(let from, let to):
      marked = []
      push(.path(PathModel(from: from, to: to)), &work)
    case .tab(let index):
      guard tabs.indices.contains(index) else { return }
      overlay = nil
      // The key of the tab that is open leads back to its first page.
      if index == current { tabs[index].backToRoot() }
      current = index
      appear(&work)
    case .search(let query):
      overlay = nil
      current = tabs.firstIndex { $0.content == .search } ?? current
      tabs[current].backToRoot()
      guard case .search(var model) = tabs[current].page else { return }
      model.appear(&work)
      model.search(query, &work)
      tabs[current].page = .search(model)
    case .crawl(let film): cover(.crawl(CrawlModel(film)), &work)
    case .picker(let purpose): cover(.picker(PickerModel(purpose)), &work)
    case .help: cover(.help(HelpModel(HelpSection.all(of: self))), &work)
    case .dismiss: dismiss(&work)
    case .random:
      guard let reference = library.some(at: work.now) else { return work.remark = Remark(look.language.say(.nothingLoaded), .caution) }
      push(.record(RecordModel(reference)), &work)
    case .back: if tabs[current].back() { appear(&work) }
    case .forward: if tabs[current].forward() { appear(&work) }
    case .sort(let kind, let key):
      overlay = nil
      guard let index = tabs.firstIndex(where: { $0.content == .kind(kind) }), case .list(var list) = tabs[index].root else { return }
      list.sort(by: key, &work)
      tabs[index].root = .list(list)
    case .theme(let name):
      guard let theme = Themes.all.first(where: { $0.name == name }) else { return }
      look.theme = theme
    case .language(let code):
      guard let language = Languages.all.first(where: { $0.code == code }) else { return }
      look.language = language
    case .units(let units): look.units = units
    case .action(let action):
      overlay = nil
      perform(action, &work)
    }
  }

  private mutating func push(_ page: Page, _ work: inout Work) {
    overlay = nil
    tabs[current].push(page)
    appear(&work)
  }

  private mutating func cover(_ overlay: Overlay, _ work: inout Work) {
    // What a picker let one try on is put back before another overlay takes its place.
    if case .picker(let picker)? = self.overlay, let before = picker.previewed { travel(to: before, &work) }
    self.overlay = overlay
    self.overlay?.model.appear(&work)
  }

  private mutating func appear(_ work: inout Work) {
    tabs[current].page.model.appear(&work)
  }
}
