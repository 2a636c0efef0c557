public import OrderedJSON

/// How many workers of each kind a fleet has.
public struct FleetSize: Sendable, Hashable {
  public var caches: Int
  public var fetchers: Int
  public var searches: Int

  public init(caches: Int = 1, fetchers: Int = 2, searches: Int = 1) {
    self.caches = caches
    self.fetchers = fetchers
    self.searches = searches
  }

  /// Workers of a kind. Without a cache or a fetcher nothing can be answered, without search records can still be shown.
  public static let ofCaches = 1...64
  public static let ofFetchers = 1...64
  public static let ofSearches = 0...64

  /// `{"caches":1,"fetchers":2,"searches":1}`
  public var json: JSON { ["caches": .number(caches), "fetchers": .number(fetchers), "searches": .number(searches)] }

  /// This size with the members of `wish` in place of its own; `nil` when one of them is not a number within its bounds.
  public func changed(by wish: JSON) -> FleetSize? {
    func member(_ name: String, _ own: Int, _ range: ClosedRange<Int>) -> Int? {
      guard let wanted = wish[name] else { return own }
      return wanted.int.flatMap { range.contains($0) ? $0 : nil }
    }
    guard wish.object != nil, let caches = member("caches", caches, Self.ofCaches),
      let fetchers = member("fetchers", fetchers, Self.ofFetchers), let searches = member("searches", searches, Self.ofSearches)
    else { return nil }
    return FleetSize(caches: caches, fetchers: fetchers, searches: searches)
  }
}
