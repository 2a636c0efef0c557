import Contracts
import Localization
import Models
import OrderedJSON
import Presentation
import TerminalText

extension Explorer {
  /// Performs an action. The overlay handles it first, then the page; an action that neither handles has a global meaning.
  mutating func perform(_ action: Action, _ context: inout UpdateContext) {
    if overlay != nil {
      if overlay?.model.perform(action, &context) == true { return }
      switch action {
      case .cancel, .back, .quit: dismiss(&context)
      case .theme, .language, .help, .palette, .suspend, .mouse: performGlobally(action, &context)
      default: break
      }
      return
    }
    if tabs[current].page.model.perform(action, &context) { return }
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
    case .zoom where applies(.zoom): toggleZoom(&context)
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
    guard let entry = context.cache.entry(for: reference) else {
      return context.toast = Toast(settings.language.say(.notLoadedYet), .caution)
    }
    context.emit(.copy(entry.record.canonical.text()))
    context.toast = Toast(settings.language.say(.copiedAsJSON(entry.record.name.printable)), .good)
  }

  private mutating func openOrigin(of reference: Reference, _ context: inout UpdateContext) {
    if let location = context.cache.entry(for: reference)?.provenance.location { return openURL(location, &context) }
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

  mutating func dismiss(_ context: inout UpdateContext) {
    overlay = nil
    context.emit(.cancelTimer(.crawlStep))
  }

  mutating func click(_ target: HitTarget, _ context: inout UpdateContext) {
    switch target {
    case .tab(let index): context.navigate(to: .tab(index))
    case .action(let action): perform(action, &context)
    case .overlayRow(let row): overlay?.model.click(row, &context)
    case .listRow(let row):
      guard overlay == nil else { return perform(.cancel, &context) }
      if case .path = page { return tabs[current].page.model.click(row, &context) }
      if !page.hasPreview { tabs[current].backToRoot() }
      tabs[current].root.model.click(row, &context)
    case .heading(let key):
      guard overlay == nil else { return perform(.cancel, &context) }
      tabs[current].root.model.sort(by: key, &context)
    case .detailRow(let row):
      guard overlay == nil else { return perform(.cancel, &context) }
      // A click in the preview opens the record.
      if page.hasPreview, let subject {
        tabs[current].push(.record(RecordModel(subject)))
        tabs[current].page.model.appear(&context)
      }
      tabs[current].page.model.click(row, &context)
    case .list, .detail: if overlay != nil { perform(.cancel, &context) }
    case .overlay: break
    }
  }

  mutating func scroll(_ lines: Int, _ target: HitTarget?, _ context: inout UpdateContext) {
    guard overlay == nil else {
      overlay?.model.scroll(lines, &context)
      return
    }
    switch target {
    case .list, .listRow, .heading:
      if case .path = page { return tabs[current].page.model.scroll(lines, &context) }
      tabs[current].root.model.scroll(lines, &context)
    case .detail, .detailRow:
      if page.hasPreview { preview?.scroll(lines, &context) } else { tabs[current].page.model.scroll(lines, &context) }
    default: tabs[current].page.model.scroll(lines, &context)
    }
  }
}
