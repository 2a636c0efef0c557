public import Glibc
public import MessageBus
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

  /// Sends the request to the process `supervisor`. Its state file shows the result later.
  public func send(to supervisor: pid_t, in runtimeFolder: String) throws(Problem) {
    let path = "\(runtimeFolder)/supervisor.wish.json"
    let bytes = JSON.object(JSON.Object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })).bytes()
    let descriptor = open("\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let isWritten = descriptor >= 0 && bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    if descriptor >= 0 { close(descriptor) }
    guard isWritten, rename("\(path).new", path) == 0, kill(supervisor, SIGUSR1) == 0 else {
      throw Problem(500, "cannot send a request to the supervisor", detail: "\(path): \(String(cString: strerror(errno)))")
    }
  }
}
