public import Glibc
public import MessageBus
public import OrderedJSON

/// Another size for the fleet of a supervisor that runs: how many workers of a kind it shall keep. Kinds that are not named stay as they are.
public struct FleetWish: Sendable, Hashable {
  /// By the names that `supervisor.json` has for them: `caches`, `fetchers`, `searches`.
  public let counts: [String: Int]

  public init(_ counts: [String: Int]) { self.counts = counts }

  /// Whether a supervisor with this state has that size already; `nil` when it does not tell sizes, and so cannot change its own.
  public func isGranted(by state: JSON) -> Bool? {
    guard let fleet = state["fleet"], fleet.object != nil else { return nil }
    return counts.allSatisfy { fleet[$0.key]?.int == $0.value }
  }

  /// Hands the wish to the supervisor that is process `supervisor`. Whether it was granted is in its state some time later.
  public func send(to supervisor: pid_t, in runtimeFolder: String) throws(Problem) {
    let path = "\(runtimeFolder)/supervisor.wish.json"
    let bytes = JSON.object(JSON.Object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })).bytes()
    let descriptor = open("\(path).new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let isWritten = descriptor >= 0 && bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count
    if descriptor >= 0 { close(descriptor) }
    guard isWritten, rename("\(path).new", path) == 0, kill(supervisor, SIGUSR1) == 0 else {
      throw Problem(500, "the supervisor cannot be told", detail: "\(path): \(String(cString: strerror(errno)))")
    }
  }
}
