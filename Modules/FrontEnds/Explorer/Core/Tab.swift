public import Models

/// A tab with its own navigation history. Pages keep their selection, scroll position and filter.
public struct Tab: Sendable {
  /// What the root page of a tab shows.
  public enum Content: Sendable, Hashable {
    case kind(KindName)
    case search
    case status
    case favourites
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

  /// Returns to the previous page; `false` at the root.
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

  /// Calls `change` for every page, including the forward history.
  mutating func updateEach(_ change: (inout Page) -> Void) {
    for index in pages.indices { change(&pages[index]) }
    for index in forwardPages.indices { change(&forwardPages[index]) }
  }
}
