import Localization
import MessageBus
public import Models

/// Something that a page handles. Those that concern all pages are sent to every page of every tab.
enum PageEvent: Sendable {
  /// The page is shown, again or for the first time, or the screen was resized.
  case appeared
  /// Another tab has been opened. For the root of the tab that was open.
  case left
  /// A record was opened beside the page, which selects it in its list.
  case opened(Reference)
  case action(Action)
  case edit(TextEdit)
  case result(QueryResult, for: RequestID)
  /// The record was loaded, or loading it failed. For all pages.
  case loaded(Reference)
  /// Names of records have arrived. For the root of the open tab.
  case namesArrived
  /// For all pages.
  case favouritesChanged
  /// For all pages.
  case bus(BusEvent)
  /// What failed may succeed now, and what is shown may have changed. For the pages on the screen; one that is shown later appears anyway.
  case refresh
  case timerFired(TimerID)
  /// A click on a row; a second click on the same row opens it.
  case click(Int)
  case scroll(Int)
  /// A click on the heading of the column with this key.
  case sort(String)
}

/// The state of a page. Pure: side effects are requested from ``UpdateContext``.
protocol PageModel: Sendable {
  /// The record that actions such as copy and compare apply to; in a list the selected record.
  var subject: Reference? { get }
  var isTyping: Bool { get }
  /// Returns the records on the screen, whose age the connection state shows; for a list those in the window.
  func visibleRecords(in layout: ScreenLayout) -> [Reference]
  /// The records that the page draws, as far as they are loaded. They are kept while the page is on the screen; those of a list are kept as
  /// long as the list is loaded.
  var neededRecords: [Reference] { get }
  /// Whether the page draws the record or its name at the moment.
  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool
  /// Handles an event. Returns `false` for an action without a meaning on this page, whose global meaning is then performed, and for the
  /// result of a request of another page.
  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool
  /// Draws the page. `isActive` means that keys go to this page.
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext)
}

extension PageModel {
  var subject: Reference? { nil }
  var isTyping: Bool { false }
  func visibleRecords(in layout: ScreenLayout) -> [Reference] { neededRecords }
  var neededRecords: [Reference] { subject.map { [$0] } ?? [] }
  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool { neededRecords.contains(reference) }
}

/// A page of a tab, or a panel over it.
enum Page: Sendable {
  case list(ListModel), search(SearchModel), status(StatusModel), favourites(FavouritesModel)
  case record(RecordModel), compare(CompareModel), path(PathModel), log(LogModel)
  case picker(PickerModel), crawl(CrawlModel), help(HelpModel)

  var model: any PageModel {
    switch self {
    case .list(let model): model
    case .search(let model): model
    case .status(let model): model
    case .favourites(let model): model
    case .record(let model): model
    case .compare(let model): model
    case .path(let model): model
    case .log(let model): model
    case .picker(let model): model
    case .crawl(let model): model
    case .help(let model): model
    }
  }

  @discardableResult
  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch self {
    case .list(let model): update(model, Page.list, event, &context)
    case .search(let model): update(model, Page.search, event, &context)
    case .status(let model): update(model, Page.status, event, &context)
    case .favourites(let model): update(model, Page.favourites, event, &context)
    case .record(let model): update(model, Page.record, event, &context)
    case .compare(let model): update(model, Page.compare, event, &context)
    case .path(let model): update(model, Page.path, event, &context)
    case .log(let model): update(model, Page.log, event, &context)
    case .picker(let model): update(model, Page.picker, event, &context)
    case .crawl(let model): update(model, Page.crawl, event, &context)
    case .help(let model): update(model, Page.help, event, &context)
    }
  }

  private mutating func update<Model: PageModel>(
    _ model: Model, _ page: (Model) -> Page, _ event: PageEvent, _ context: inout UpdateContext
  ) -> Bool {
    var model = model
    defer { self = page(model) }
    return model.update(event, &context)
  }

  /// Returns the page's title in the trail of a detail page.
  func trailTitle(_ names: ReferenceWording) -> String {
    switch self {
    case .record(let model): names.name(of: model.reference)
    case .compare: names.wording.language.say(.comparison)
    case .path: names.wording.language.say(FindingPhrase.path)
    case .log(let model): names.wording.language.say(.log(of: model.process))
    default: "…"
    }
  }

  /// Whether a wide screen shows the selected record beside the page.
  var hasPreview: Bool {
    switch self {
    case .list, .search, .favourites, .path: true
    default: false
    }
  }

  /// Whether the page uses the whole body on wide screens; other pages share it with the list they were opened from.
  var coversBody: Bool {
    switch self {
    case .status, .compare, .log: true
    default: false
    }
  }
}

/// A tab with its own navigation history. Pages keep their selection, scroll position and filter.
public struct Tab: Sendable {
  /// What the root page of a tab shows.
  public enum Content: Sendable, Hashable {
    case kind(KindName)
    case search, status, favourites
  }

  /// Maximum number of pages to go back, besides the root.
  static let maxHistory = 100

  public let content: Content
  /// The pages from the root to the current one; never empty.
  private(set) var pages: [Page]
  /// The pages that ``forward()`` returns to, the next one last.
  private(set) var forwardPages: [Page] = []

  init(_ content: Content) {
    self.content = content
    switch content {
    case .kind(let kind): pages = [.list(ListModel(kind))]
    case .search: pages = [.search(SearchModel())]
    case .status: pages = [.status(StatusModel())]
    case .favourites: pages = [.favourites(FavouritesModel())]
    }
  }

  var root: Page {
    get { pages[0] }
    set { pages[0] = newValue }
  }

  var page: Page {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  var canGoBack: Bool { pages.count > 1 }
  var canGoForward: Bool { !forwardPages.isEmpty }

  /// Opens `page` and clears the forward history. Beyond ``maxHistory`` pages, drops the oldest page above the root.
  mutating func push(_ page: Page) {
    pages.append(page)
    if pages.count > Self.maxHistory + 1 { pages.remove(at: 1) }
    forwardPages = []
  }

  mutating func back() -> Bool {
    guard canGoBack else { return false }
    forwardPages.append(pages.removeLast())
    return true
  }

  /// Returns to the page that was left by ``back()``; `false` if there is none.
  mutating func forward() -> Bool {
    guard let page = forwardPages.popLast() else { return false }
    pages.append(page)
    return true
  }

  mutating func backToRoot() {
    while back() {}
  }

  /// Sends `event` to every page, including the forward history, until one handles it as its own if `isForOne`. Returns whether one did.
  @discardableResult
  mutating func update(_ event: PageEvent, isForOne: Bool = false, _ context: inout UpdateContext) -> Bool {
    for index in pages.indices where pages[index].update(event, &context) && isForOne { return true }
    for index in forwardPages.indices where forwardPages[index].update(event, &context) && isForOne { return true }
    return false
  }
}

/// The state of something that is loaded.
enum Loadable<Value: Sendable>: Sendable {
  case loading
  case loaded(Value)
  case empty
  case failed(Problem)

  var failure: Problem? { if case .failed(let problem) = self { problem } else { nil } }
  var value: Value? { if case .loaded(let value) = self { value } else { nil } }
}

extension Loadable: Equatable where Value: Equatable {}
