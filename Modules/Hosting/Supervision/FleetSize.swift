import OrderedJSON

/// The number of workers of each kind in a fleet.
public struct FleetSize: Sendable, Hashable, CustomStringConvertible {
  public var caches: Int
  public var fetchers: Int
  public var searches: Int

  public init(caches: Int = 1, fetchers: Int = 2, searches: Int = 1) {
    self.caches = caches
    self.fetchers = fetchers
    self.searches = searches
  }

  /// The valid numbers of workers. A fleet needs a cache and a fetcher; search is optional.
  static let cacheRange = 1...64
  static let fetcherRange = 1...64
  static let searchRange = 0...64

  /// `{"caches":1,"fetchers":2,"searches":1}`
  var json: JSON { ["caches": .number(caches), "fetchers": .number(fetchers), "searches": .number(searches)] }

  /// `caches=1 fetchers=2 searches=1`
  public var description: String { "caches=\(caches) fetchers=\(fetchers) searches=\(searches)" }

  /// Returns this size with the numbers in `request` replaced; `nil` if one of them is not a number in its range.
  func applying(_ request: JSON) -> FleetSize? {
    func member(_ name: String, _ current: Int, _ range: ClosedRange<Int>) -> Int? {
      guard let requested = request[name] else { return current }
      return requested.int.flatMap { range.contains($0) ? $0 : nil }
    }
    guard request.object != nil, let caches = member("caches", caches, Self.cacheRange),
      let fetchers = member("fetchers", fetchers, Self.fetcherRange), let searches = member("searches", searches, Self.searchRange)
    else { return nil }
    return FleetSize(caches: caches, fetchers: fetchers, searches: searches)
  }
}
