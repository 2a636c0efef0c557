import Localization
import Models
import OrderedJSON
import Presentation
import TerminalText

extension Explorer {
  /// The overlay is asked first, then the page; what neither knows means the same everywhere.
  mutating func perform(_ action: Action, _ work: inout Work) {
    if overlay != nil {
      if overlay?.model.perform(action, &work) == true { return }
      switch action {
      case .cancel, .back, .quit: dismiss(&work)
      case .theme, .language, .help, .palette, .suspend, .mouse: everywhere(action, &work)
      default: break
      }
      return
    }
    if tabs[current].page.model.perform(action, &work) { return }
    everywhere(action, &work)
  }

  private mutating func everywhere(_ action: Action, _ work: inout Work) {
    if let index = action.tab { return work.go(.tab(index)) }
    switch action {
    case .quit: work.order(.quit)
    case .suspend: work.order(.suspend)
    case .back, .left, .cancel: work.go(.back)
    case .forward: work.go(.forward)
    case .nextTab: work.go(.tab((current + 1) % tabs.count))
    case .previousTab: work.go(.tab((current + tabs.count - 1) % tabs.count))
    case .search: work.go(.search(nil))
    case .palette: work.go(.picker(.palette))
    case .help: work.go(.help)
    case .random: work.go(.random)
    case .theme: work.go(.picker(.theme))
    case .language: work.go(.picker(.language))
    case .units: work.go(.units(look.units == .metric ? .imperial : .metric))
    case .mouse:
      look.usesMouse.toggle()
      work.order(.useMouse(look.usesMouse))
      work.remark = Remark(look.language.say(look.usesMouse ? .mouseIsOn : .mouseIsOff))
    default: onSubject(action, &work)
    }
  }

  private mutating func onSubject(_ action: Action, _ work: inout Work) {
    guard let subject else { return }
    switch action {
    case .open: work.go(.record(subject))
    case .copyRecord: copy(subject, &work)
    case .openOrigin: openOrigin(of: subject, &work)
    case .crawl: work.go(.crawl(subject))
    case .mark:
      if let index = marked.firstIndex(of: subject) { marked.remove(at: index) } else { marked.append(subject) }
    case .compare:
      guard marked.count > 1 else { return work.go(.picker(.compare(marked.isEmpty ? [subject] : marked))) }
      work.go(.compare(marked))
    case .path:
      guard marked.count == 2 else { return work.go(.picker(.path(from: subject))) }
      work.go(.path(from: marked[0], to: marked[1]))
    default: break
    }
  }

  private func copy(_ reference: Reference, _ work: inout Work) {
    guard let entry = work.library[known: reference] else { return work.remark = Remark(look.language.say(.notLoadedYet), .caution) }
    work.order(.copy(entry.record.canonical.text()))
    work.remark = Remark(look.language.say(.copied(entry.record.name.printable)), .good)
  }

  private mutating func openOrigin(of reference: Reference, _ work: inout Work) {
    if let location = work.library[known: reference]?.provenance.location { return open(location, &work) }
    // A record that came with a list does not say where it is kept; its origin does when it is asked for it alone.
    opening = reference
    work.refresh(reference, revalidate: true)
  }

  /// What an origin calls an address may be anything.
  func open(_ location: String?, _ work: inout Work) {
    guard let location, location.hasPrefix("https://") || location.hasPrefix("http://") else {
      return work.remark = Remark(look.language.say(.noAddress), .caution)
    }
    work.order(.openURL(location))
    work.remark = Remark(location.printable)
  }

  mutating func dismiss(_ work: inout Work) {
    overlay = nil
    work.order(.sleep(.crawlMoves))
  }

  mutating func point(_ spot: Spot, _ work: inout Work) {
    switch spot {
    case .tab(let index): work.go(.tab(index))
    case .action(let action): perform(action, &work)
    case .overlayRow(let row): overlay?.model.point(row, &work)
    case .listRow(let row):
      guard overlay == nil else { return perform(.cancel, &work) }
      if !page.hasPreview { tabs[current].backToRoot() }
      tabs[current].root.model.point(row, &work)
    case .detailRow(let row):
      guard overlay == nil else { return perform(.cancel, &work) }
      // A click into the preview goes there.
      if page.hasPreview, let subject {
        tabs[current].push(.record(RecordModel(subject)))
        tabs[current].page.model.appear(&work)
      }
      tabs[current].page.model.point(row, &work)
    case .list, .detail, .overlay: break
    }
  }

  mutating func scroll(_ lines: Int, _ spot: Spot?, _ work: inout Work) {
    guard overlay == nil else {
      overlay?.model.scroll(lines, &work)
      return
    }
    switch spot {
    case .list, .listRow: tabs[current].root.model.scroll(lines, &work)
    case .detail, .detailRow:
      if page.hasPreview { preview?.scroll(lines, &work) } else { tabs[current].page.model.scroll(lines, &work) }
    default: tabs[current].page.model.scroll(lines, &work)
    }
  }
}
