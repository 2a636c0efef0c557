import Models

extension Explorer {
  /// Whether the action has an effect on the open page at the moment. Hints leave out the actions that have none.
  func applies(_ action: Action) -> Bool {
    switch action {
    case .open: canOpen
    case .back: tab.canGoBack
    case .forward: tab.canGoForward
    case .copy: canCopy
    case .copyRecord: subject.flatMap { cache.entry(for: $0) } != nil
    case .crawl: subject.flatMap { cache.entry(for: $0)?.record.as(Film.self) } != nil
    case .compare:
      if case .compare(let comparison) = page {
        comparison.references.count < CompareModel.maxRecords
      } else {
        subject != nil || marked.count > 1
      }
    case .mark, .path, .openOrigin: subject != nil
    case .favourite: favourites != nil && subject != nil
    case .clearMarks: !marked.isEmpty
    case .sort, .reverse:
      switch page {
      case .list, .favourites: true
      case .status(let status): action == .sort ? status.canSort(monitor) : status.canReverse(monitor)
      default: false
      }
    case .filter:
      switch page {
      case .status, .record, .compare, .path: false
      default: true
      }
    case .zoom: layout.isWide && !page.coversBody
    case .restart: if case .status(let status) = page { status.selection(in: monitor) != nil } else { false }
    case .alternative: if case .path(let path) = page { path.hasAlternatives } else { false }
    case .differences: if case .compare = page { true } else { false }
    case .forget:
      switch page {
      case .search(let search): if case .search? = search.selected { true } else { false }
      default: false
      }
    default: true
    }
  }

  var canOpen: Bool {
    switch page {
    case .list(let list): list.isTyping || list.subject != nil || list.pages.problem != nil
    case .search(let search): search.isTyping || search.selected != nil || search.rows.isEmpty
    case .record(let record): record.canOpen(RecordWindow(record.reference, cache, kinds, settings, layout))
    case .favourites(let favourites): favourites.isTyping || favourites.subject != nil
    case .compare: subject != nil
    case .path(let path): path.selected != nil || path.path.isFailed
    case .status: monitor.snapshot?.processes.isEmpty == false
    case .log(let log): log.isTyping
    }
  }

  private var canCopy: Bool {
    switch page {
    case .favourites: subject.map { if case .known = cache.label(of: $0) { true } else { false } } ?? false
    case .list, .record, .compare: subject.flatMap { cache.entry(for: $0) } != nil
    case .search(let search): search.selected != nil
    case .path(let path): path.selected != nil
    case .log(let log): !log.matching.isEmpty
    case .status: false
    }
  }
}
