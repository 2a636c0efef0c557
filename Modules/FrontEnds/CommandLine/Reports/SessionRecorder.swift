import Contracts
import MessageBus
import Platform

/// Writes the requests on the bus to a file, one line for each, as soon as they arrive: nothing is lost when the command is interrupted.
///
/// Requests to fetchers are left out. Cache workers send them, and will send them again when the session is replayed.
struct SessionRecorder {
  private let file: Descriptor
  private let path: String
  /// The start of the session, by the clock of the broker.
  private var start: Duration?
  /// The time of the last request, from the start of the session.
  private var latest = Duration.zero
  /// The last request that arrived: its number and its time, by the clock of the broker.
  private var last: (number: UInt64, time: Duration)?
  /// Requests that the broker published, but that did not arrive.
  private(set) var missed: UInt64 = 0

  /// ``missed`` does not grow beyond it: numbers from the bus may have any size.
  static let mostMissed: UInt64 = 1_000_000_000_000_000_000

  /// Creates or empties the file.
  init(path: String) throws(Problem) {
    self.path = path
    do throws(SystemError) { file = try Descriptor.open(path, for: .replacing) } catch {
      throw Problem(500, "cannot write the session", detail: "\(path): \(error.reason)")
    }
  }

  /// Writes a request; ignores other events, and requests of clients with another form of bodies.
  mutating func add(_ event: Event) throws(Problem) {
    guard let request = ObservedRequest(event) else { return }
    countMissed(before: request)
    guard request.service != ServiceName.fetch.text else { return }
    let start = start ?? request.time - latest
    self.start = start
    latest = max(latest, request.time - start)
    let recorded = RecordedRequest(at: latest, service: request.service, head: request.head)
    guard recorded.request != nil else { return }
    do throws(SystemError) { try file.write(Array(recorded.line.utf8)) } catch {
      throw Problem(500, "cannot write the session", detail: "\(path): \(error.reason)")
    }
  }

  /// Counts the requests between the last one and this one. A smaller number or an earlier time is that of a new broker with a clock of its
  /// own: its requests follow those of the old one at once.
  private mutating func countMissed(before request: ObservedRequest) {
    if let last, request.number > last.number, request.time >= last.time {
      missed = min(missed + min(request.number - last.number - 1, Self.mostMissed), Self.mostMissed)
    } else {
      start = nil
    }
    last = (request.number, request.time)
  }
}
