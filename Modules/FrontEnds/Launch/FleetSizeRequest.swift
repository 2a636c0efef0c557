public import MessageBus
public import OrderedJSON
import Platform

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

  /// Sends the request to the process `supervisor`. Its state file shows the result later.
  public func send(to supervisor: Int32, in runtimeFolder: String) throws(Problem) {
    let path = "\(runtimeFolder)/supervisor.request.json"
    let bytes = JSON.object(JSON.Object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })).bytes()
    do { try RegularFile.replace(path, with: bytes) } catch { throw Self.problem("\(path): \(error.reason)") }
    guard Signal.user1.send(to: supervisor) else { throw Self.problem("process \(supervisor) cannot be signalled") }
  }

  private static func problem(_ detail: String) -> Problem {
    Problem(500, "cannot send a request to the supervisor", detail: detail)
  }
}
