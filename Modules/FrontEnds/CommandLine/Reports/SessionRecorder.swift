import Contracts
import MessageBus
import Platform

/// Writes the requests on the bus to a file, one line for each, as soon as they arrive: nothing is lost when the command is interrupted.
///
/// Requests to fetchers are left out. Cache workers send them, and will send them again when the session is replayed.
struct SessionRecorder {
  private let file: Descriptor
  private let path: String
  /// The time of the first request, by the clock of the broker.
  private var start: Duration?
  /// The time of the last request, from the start of the session.
  private var latest = Duration.zero
  private var lastNumber: UInt64?
  /// Requests that the broker published, but that did not arrive.
  private(set) var missed: UInt64 = 0

  /// Creates or empties the file.
  init(path: String) throws(Problem) {
    self.path = path
    do throws(SystemError) { file = try Descriptor.open(path, for: .replacing) } catch {
      throw Problem(500, "cannot write the session", detail: "\(path): \(error.reason)")
    }
  }

  /// Notes that events may have been missed, and that the broker may be a new one with a clock of its own: the next request follows the last
  /// one at once.
  mutating func reconnected() { (start, lastNumber) = (nil, nil) }

  /// Writes a request; ignores other events, and requests of clients with another form of bodies.
  mutating func add(_ event: Event) throws(Problem) {
    guard let request = ObservedRequest(event) else { return }
    if let lastNumber, request.number > lastNumber { missed += request.number - lastNumber - 1 }
    lastNumber = request.number
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
}
