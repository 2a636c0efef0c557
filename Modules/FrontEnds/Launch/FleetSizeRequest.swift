public import OrderedJSON

/// A request to a running supervisor to change the number of workers. Unnamed kinds of workers keep their number.
public struct FleetSizeRequest: Sendable, Hashable {
  /// The numbers of workers by the keys of `supervisor.json`: `caches`, `fetchers`, `searches`.
  public let counts: [String: Int]

  public init(_ counts: [String: Int]) { self.counts = counts }

  /// Returns whether a supervisor with this state already has the requested size; `nil` if the state has no sizes, so the supervisor cannot
  /// change them.
  public func isSatisfied(by state: JSON) -> Bool? {
    guard let fleet = state["fleet"], fleet.object != nil else { return nil }
    return counts.allSatisfy { fleet[$0.key]?.int == $0.value }
  }
}
