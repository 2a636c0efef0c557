public import Localization

extension Action {
  /// The text for this action in hints, help and palette.
  public var phrase: ActionPhrase {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .first: .first
    case .last: .last
    case .open: .open
    case .cancel: .cancel
    case .back: .back
    case .forward: .forward
    case .nextTab: .nextTab
    case .previousTab: .previousTab
    case .tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8, .tab9: .tab((tab ?? 0) + 1)
    case .search: .search
    case .filter: .filter
    case .forget: .forget
    case .sort: .sort
    case .reverse: .reverse
    case .reload: .reload
    case .copy: .copy
    case .copyRecord: .copyRecord
    case .openOrigin: .openOrigin
    case .crawl: .crawl
    case .mark: .mark
    case .clearMarks: .clearMarks
    case .favourite: .favourite
    case .alternative: .alternative
    case .differences: .differences
    case .restart: .restart
    case .compare: .compare
    case .path: .path
    case .zoom: .zoom
    case .theme: .theme
    case .language: .language
    case .units: .units
    case .mouse: .mouse
    case .random: .random
    case .palette: .palette
    case .help: .help
    case .suspend: .suspend
    case .quit: .quit
    }
  }
}
