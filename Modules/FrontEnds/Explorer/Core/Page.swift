import Localization

/// A page of a tab.
enum Page: Sendable {
  case list(ListModel)
  case search(SearchModel)
  case status(StatusModel)
  case favourites(FavouritesModel)
  case record(RecordModel)
  case compare(CompareModel)
  case path(PathModel)
  case log(LogModel)

  /// Its type never changes: a model of another type is ignored when it is set.
  var model: any PageModel {
    get {
      switch self {
      case .list(let model): model
      case .search(let model): model
      case .status(let model): model
      case .favourites(let model): model
      case .record(let model): model
      case .compare(let model): model
      case .path(let model): model
      case .log(let model): model
      }
    }
    set {
      switch self {
      case .list: if let model = newValue as? ListModel { self = .list(model) }
      case .search: if let model = newValue as? SearchModel { self = .search(model) }
      case .status: if let model = newValue as? StatusModel { self = .status(model) }
      case .favourites: if let model = newValue as? FavouritesModel { self = .favourites(model) }
      case .record: if let model = newValue as? RecordModel { self = .record(model) }
      case .compare: if let model = newValue as? CompareModel { self = .compare(model) }
      case .path: if let model = newValue as? PathModel { self = .path(model) }
      case .log: if let model = newValue as? LogModel { self = .log(model) }
      }
    }
  }

  /// Returns the page's title in the trail of a detail page.
  func trailTitle(_ names: ReferenceWording) -> String {
    switch self {
    case .record(let model): names.name(of: model.reference)
    case .compare: names.wording.language.say(.comparison)
    case .path: names.wording.language.say(FindingPhrase.path)
    case .log(let model): names.wording.language.say(.log(of: model.process))
    case .list, .search, .status, .favourites: "…"
    }
  }

  /// Whether a wide screen shows the selected record beside the page.
  var hasPreview: Bool {
    switch self {
    case .list, .search, .favourites, .path: true
    case .status, .record, .compare, .log: false
    }
  }

  /// Whether the page uses the whole body on wide screens; other pages share it with the list they were opened from.
  var coversBody: Bool {
    switch self {
    case .status, .compare, .log: true
    case .list, .search, .favourites, .record, .path: false
    }
  }
}

/// A panel over the page.
enum Overlay: Sendable {
  case picker(PickerModel)
  case crawl(CrawlModel)
  case help(HelpModel)

  /// Its type never changes: a model of another type is ignored when it is set.
  var model: any PageModel {
    get {
      switch self {
      case .picker(let model): model
      case .crawl(let model): model
      case .help(let model): model
      }
    }
    set {
      switch self {
      case .picker: if let model = newValue as? PickerModel { self = .picker(model) }
      case .crawl: if let model = newValue as? CrawlModel { self = .crawl(model) }
      case .help: if let model = newValue as? HelpModel { self = .help(model) }
      }
    }
  }
}
