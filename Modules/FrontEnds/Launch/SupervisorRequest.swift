public import MessageBus
public import OrderedJSON
import Platform

/// A request to a running supervisor: a file in the runtime folder, which only the user can write, followed by SIGUSR1. The supervisor tells in its
/// state file what becomes of it. Only one request at a time: hold the start lock (``Launcher/withStartLock(_:)``) until it is done.
public struct SupervisorRequest: Sendable {
  /// What a supervisor tells about a request.
  public enum Progress: Sendable, Hashable {
    /// The current step; `nil` if the supervisor does not report one.
    case working(RestartStep?)
    case done
    case failed(String)
  }

  /// Distinguishes the answer from those to other requests.
  public let id = "\(OwnProcess.id)-\(SystemTime.milliseconds)"
  private let members: JSON.Object

  /// Requests another number of workers.
  public init(_ size: FleetSizeRequest) {
    members = JSON.Object(size.counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
  }

  /// Requests that processes are restarted, one after the other; `nil` for all.
  public init(restarting names: [String]?) {
    members = ["restart": names.map { .array($0.map { .string($0) }) } ?? "all"]
  }

  /// Sends the request to the process `supervisor`.
  public func send(to supervisor: Int32, in runtimeFolder: String) throws(Problem) {
    let path = "\(runtimeFolder)/supervisor.request.json"
    var document = members
    document["id"] = .string(id)
    do { try RegularFile.replace(path, with: JSON.object(document).bytes()) } catch { throw Self.problem("\(path): \(error.reason)") }
    guard Signal.user1.send(to: supervisor) else { throw Self.problem("process \(supervisor) cannot be signalled") }
  }

  /// Returns what the supervisor tells in `state`; `nil` if it has not read the request yet.
  public func progress(in state: JSON) -> Progress? {
    guard let answer = state["request"], answer["id"]?.string == id else { return nil }
    let detail = answer["detail"]?.string ?? ""
    switch answer["state"] {
    case "done": return .done
    case "failed": return .failed(detail)
    default: return .working(RestartStep(answer))
    }
  }

  /// Returns whether a supervisor with this state answers requests. Supervisors of earlier versions do not.
  public static func isAnswered(by state: JSON) -> Bool { state["request"] != nil }

  private static func problem(_ detail: String) -> Problem {
    Problem(500, "cannot send a request to the supervisor", detail: detail)
  }
}
