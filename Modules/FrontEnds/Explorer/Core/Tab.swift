public import Models

/// A tab with its own way back and forward. Pages keep their selection, scroll and filter while they wait there.
public struct Tab: Sendable {
  public enum Content: Sendable, Hashable {
    case kind(KindName)
    case search
    case status
  }

  public let content: Content
  /// From the root to the page that is shown; never empty.
  public private(set) var pages: [Page]
  /// Where ``forward`` leads, the next one last.
  public private(set) var ahead: [Page] = []

  public init(_ content: Content) {
    self.content = content
    switch content {
    case .kind(let kind): pages = [.list(ListModel(kind))]
    case .search: pages = [.search(SearchModel())]
    case .status: pages = [.status(StatusModel())]
    }
  }

  public var root: Page {
    get { pages[0] }
    set { pages[0] = newValue }
  }

  public var page: Page {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  public var canGoBack: Bool { pages.count > 1 }
  public var canGoForward: Bool { !ahead.isEmpty }

  /// Shows `page`; what lay ahead is cut off.
  public mutating func push(_ page: Page) {
    pages.append(page)
    ahead = []
  }

  /// `false` at the root.
  public mutating func back() -> Bool {
    guard canGoBack else { return false }
    ahead.append(pages.removeLast())
    return true
  }

  /// `false` where nothing lies ahead.
  public mutating func forward() -> Bool {
    guard let page = ahead.popLast() else { return false }
    pages.append(page)
    return true
  }

  public mutating func backToRoot() {
    while back() {}
  }

  /// Lets `change` have every page, those ahead included.
  mutating func forEach(_ change: (inout Page) -> Void) {
    for index in pages.indices { change(&pages[index]) }
    for index in ahead.indices { change(&ahead[index]) }
  }
}
