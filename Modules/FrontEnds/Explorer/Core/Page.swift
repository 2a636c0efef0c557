import Localization
import MessageBus
public import Models
import Presentation

/// Something that a page handles.
enum PageEvent: Sendable {
  /// The page is shown, or the screen was resized.
  case appeared
  /// Another tab was opened, for the root of the tab that was open.
  case left
  /// A record was opened beside the page, which selects it in its list.
  case opened(Reference)
  case action(Action)
  case edit(TextEdit)
  case result(QueryResult, for: RequestID)
  /// The record was loaded, or loading it failed; for all pages.
  case loaded(Reference)
  /// Names of records have arrived, for the root of the open tab.
  case namesArrived
  /// For all pages, as events of the bus are.
  case favouritesChanged
  case bus(BusEvent)
  /// What failed may succeed now, and what is shown may have changed; for the pages on the screen.
  case refresh
  case timerFired(TimerID)
  /// A click on a row; a second click on the same row opens it.
  case click(Int)
  case scroll(Int)
  /// A click on the heading of the column with this key.
  case sort(String)
  /// Search for this text; without one, only focus the field.
  case search(String?)
}

/// A page of a tab, or a panel over it. Pure: side effects are requested from ``UpdateContext``.
protocol Page: Sendable {
  /// The record that actions such as copy and compare apply to; in a list the selected record.
  var subject: Reference? { get }
  /// The one record that the page is about.
  var record: Reference? { get }
  var isTyping: Bool { get }
  var place: PagePlace { get }
  /// The actions with a meaning on the page, most useful first. The footer shows those before the palette, the help shows all.
  var actions: [Action] { get }
  /// The setting to restore if the page is closed.
  var settingToRestore: Destination? { get }
  /// The records that are kept for the page while it is on the screen, or as long as a list is loaded.
  var neededRecords: [Reference] { get }
  /// Returns the records on the screen, whose age the connection state shows.
  func visibleRecords(in layout: ScreenLayout) -> [Reference]
  /// Whether the page draws the record or its name at the moment.
  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool
  /// Whether the action has an effect at the moment; `nil` if that does not depend on the page.
  func applies(_ action: Action, in explorer: Explorer) -> Bool?
  /// Returns the name of an action that does something else on this page.
  func phrase(of action: Action) -> Phrase?
  /// Returns the title in the trail of a detail page.
  func trailTitle(_ names: ReferenceWording) -> String
  /// Handles an event. Returns `false` for an action whose global meaning is to be performed, and for the result of another page's request.
  @discardableResult
  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool
  /// Draws the page; the active one receives the keys.
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext)
}

extension Page {
  var subject: Reference? { record }
  var record: Reference? { nil }
  var isTyping: Bool { false }
  var place: PagePlace { .detail }
  var actions: [Action] { [] }
  var settingToRestore: Destination? { nil }
  var neededRecords: [Reference] { subject.map { [$0] } ?? [] }
  func visibleRecords(in layout: ScreenLayout) -> [Reference] { neededRecords }
  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool { neededRecords.contains(reference) }
  func applies(_ action: Action, in explorer: Explorer) -> Bool? { nil }
  func phrase(of action: Action) -> Phrase? { nil }
  func trailTitle(_ names: ReferenceWording) -> String { "…" }

  /// Whether a wide screen shows the selected record beside the page.
  var hasPreview: Bool { place == .list }
  var coversBody: Bool { place == .body }
}

/// Where a wide screen shows a page.
enum PagePlace: Sendable {
  /// In the left pane, beside the selected record.
  case list
  /// In the right pane, beside the list that the page was opened from.
  case detail
  case body, screen
}

/// A tab with its own navigation history.
public struct Tab: Sendable {
  public enum Content: Sendable, Hashable {
    case kind(KindName)
    case search, status, favourites
  }

  /// Maximum number of pages to go back, besides the root.
  static let maxHistory = 100

  public let content: Content
  /// The pages from the root to the current one; never empty.
  private(set) var pages: [any Page]
  /// The pages that ``forward()`` returns to, the next one last.
  private(set) var forwardPages: [any Page] = []

  init(_ content: Content) {
    self.content = content
    pages =
      switch content {
      case .kind(let kind): [ListModel(kind)]
      case .search: [SearchModel()]
      case .status: [StatusModel()]
      case .favourites: [FavouritesModel()]
      }
  }

  var root: any Page {
    get { pages[0] }
    set { pages[0] = newValue }
  }

  var page: any Page {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  var canGoBack: Bool { pages.count > 1 }
  var canGoForward: Bool { !forwardPages.isEmpty }

  /// Opens `page` and clears the forward history.
  mutating func push(_ page: any Page) {
    pages.append(page)
    if pages.count > Self.maxHistory + 1 { pages.remove(at: 1) }
    forwardPages = []
  }

  mutating func back() -> Bool {
    guard canGoBack else { return false }
    forwardPages.append(pages.removeLast())
    return true
  }

  mutating func forward() -> Bool {
    guard let page = forwardPages.popLast() else { return false }
    pages.append(page)
    return true
  }

  mutating func backToRoot() {
    while back() {}
  }

  /// Sends `event` to every page or, if `isForOne`, until one handles it. Returns whether one did.
  @discardableResult
  mutating func update(_ event: PageEvent, isForOne: Bool = false, _ context: inout UpdateContext) -> Bool {
    for index in pages.indices where pages[index].update(event, &context) && isForOne { return true }
    for index in forwardPages.indices where forwardPages[index].update(event, &context) && isForOne { return true }
    return false
  }
}

enum Loadable<Value: Sendable>: Sendable {
  case loading
  case loaded(Value)
  case empty
  case failed(Problem)

  var failure: Problem? { if case .failed(let problem) = self { problem } else { nil } }
  var value: Value? { if case .loaded(let value) = self { value } else { nil } }
}

extension Loadable: Equatable where Value: Equatable {}
