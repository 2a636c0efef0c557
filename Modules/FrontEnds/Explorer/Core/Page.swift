/// A page of a tab.
enum Page: Sendable {
  case list(ListModel)
  case search(SearchModel)
  case status(StatusModel)
  case record(RecordModel)
  case compare(CompareModel)
  case path(PathModel)

  var model: any PageModel {
    get {
      switch self {
      case .list(let model): model
      case .search(let model): model
      case .status(let model): model
      case .record(let model): model
      case .compare(let model): model
      case .path(let model): model
      }
    }
    set {
      switch newValue {
      case let model as ListModel: self = .list(model)
      case let model as SearchModel: self = .search(model)
      case let model as StatusModel: self = .status(model)
      case let model as RecordModel: self = .record(model)
      case let model as CompareModel: self = .compare(model)
      case let model as PathModel: self = .path(model)
      default: break
      }
    }
  }

  /// Whether a wide screen shows the selected record beside the page.
  var hasPreview: Bool {
    switch self {
    case .list, .search: true
    case .status, .record, .compare, .path: false
    }
  }

  /// Whether the page uses the whole body on wide screens; other pages share it with the list they were opened from.
  var coversBody: Bool {
    switch self {
    case .status, .compare, .path: true
    case .list, .search, .record: false
    }
  }
}

/// A panel over the page.
enum Overlay: Sendable {
  case picker(PickerModel)
  case crawl(CrawlModel)
  case help(HelpModel)

  var model: any PageModel {
    get {
      switch self {
      case .picker(let model): model
      case .crawl(let model): model
      case .help(let model): model
      }
    }
    set {
      switch newValue {
      case let model as PickerModel: self = .picker(model)
      case let model as CrawlModel: self = .crawl(model)
      case let model as HelpModel: self = .help(model)
      default: break
      }
    }
  }
}
