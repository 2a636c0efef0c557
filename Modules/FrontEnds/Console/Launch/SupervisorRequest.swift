public import MessageBus
public import OrderedJSON
import Platform

/// A request to a running supervisor: a file in the runtime folder, which only the user can write, followed by SIGUSR1. The supervisor tells in its
/// state file what becomes of it. Only one request at a time: hold the start lock (``Launcher/withStartLock(_:)``) until it is done.
public struct SupervisorRequest: Sendable {
  /// Distinguishes the answer from those to other requests.
  public let id = "\(OwnProcess.id)-\(SystemTime.milliseconds)"
  private let members: JSON.Object

  /// Requests other numbers of workers, by the keys of the state file: `caches`, `fetchers`, `searches`. Others keep their number.
  public init(sizes: [String: Int]) {
    members = JSON.Object(sizes.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }

  /// Requests that processes are restarted, one after the other; `nil` for all.
  public init(restarting names: [String]?) {
    members = ["restart": names.map { .array($0.map { .string($0) }) } ?? "all"]
  }

  /// Sends the request to the process `supervisor`.
  public func send(to supervisor: Int32, in runtimeFolder: String) throws(Problem) {
    let path = "\(runtimeFolder)/supervisor.request.json"
    func problem(_ detail: String) -> Problem { Problem(500, "cannot send a request to the supervisor", detail: detail) }
    var document = members
    document["id"] = .string(id)
    do { try RegularFile.replace(path, with: JSON.object(document).bytes()) } catch { throw problem("\(path): \(error.reason)") }
    guard Signal.user1.send(to: supervisor) else { throw problem("process \(supervisor) cannot be signalled") }
  }

  /// Returns what the supervisor tells in `state`, `{"id":"…","state":"working","process":"cache-1","step":2,"steps":6}`; `nil` if it has not
  /// read the request yet. The state ends as `done`, or as `failed` with a `detail`.
  public func answer(in state: JSON) -> JSON? { state["request"].flatMap { $0["id"]?.string == id ? $0 : nil } }
}
