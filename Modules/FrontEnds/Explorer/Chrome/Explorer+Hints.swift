import Localization
import Models

extension Explorer {
  /// The actions to show in the footer, most useful first. The footer shows as many as fit.
  var hints: [Action] {
    switch overlay {
    case .picker: return [.open, .cancel]
    case .crawl, .help: return [.cancel]
    case nil: break
    }
    var hints: [Action] =
      switch page {
      case .list:
        page.model.isTyping
          ? [.open, .cancel] : [.open, .search, .sort, .filter, .copy, .mark, .favourite, .compare, .path, .reload, .zoom]
      case .favourites:
        page.model.isTyping ? [.open, .cancel] : [.open, .favourite, .sort, .filter, .search, .copy, .mark, .compare, .path]
      case .search: page.model.isTyping ? [.open, .cancel] : [.open, .search, .copy, .mark, .favourite, .compare]
      case .record: [.open, .copy, .favourite, .compare, .path, .search, .reload, .openOrigin, .zoom]
      case .compare: [.open, .copy, .search]
      case .path: [.open, .alternative, .copy, .search]
      case .status(let status):
        // Most keys are for the selected process, so the first thing to do is to select one.
        status.selection(in: monitor) == nil && canOpen
          ? [.down, .sort, .search, .reload] : [.open, .restart, .sort, .search, .reload]
      case .log: page.model.isTyping ? [.open, .cancel] : [.filter, .copy, .last]
      }
    hints.insert(.crawl, at: 1)
    hints.insert(contentsOf: [.back, .forward], at: 1)
    if isComparing { hints.insert(.differences, at: 0) }
    // Marked records are there to be compared.
    if marked.count > 1, let compare = hints.firstIndex(of: .compare) {
      hints.remove(at: compare)
      hints.insert(.compare, at: 0)
    }
    return hints.filter(applies) + [.palette]
  }

  /// Whether keys go to a comparison.
  var isComparing: Bool { if overlay == nil, case .compare = page { true } else { false } }

  /// Returns the text of an action in the footer: its name or, on the status page, what it does there.
  func hintPhrase(of action: Action) -> ActionPhrase {
    guard overlay == nil, case .status = page else { return action.phrase }
    return switch action {
    case .down: .selectProcess
    case .open: .showLog
    default: action.phrase
    }
  }
}
