import Contracts
import MessageBus
import Platform

/// The requests of a session that `holocron watch --record` wrote, and their times.
struct RecordedSession: Sendable, Hashable {
  /// The different requests.
  let payloads: [Call.Payload]
  /// The index in ``payloads`` for each request, in order of time.
  let sequence: [Int]
  /// The times of all requests; the first is due at the start.
  let profile: RateProfile

  private static let maxBytes = 512 << 20

  /// Reads a session. Throws a 400 if the file cannot be read or is no session.
  /// - Parameter speed: how many times as fast as recorded.
  static func read(_ path: String, speed: Double) throws(Problem) -> RecordedSession {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: maxBytes) } catch {
      throw .badRequest("FILE", "cannot read \(path): \(error.reason)")
    }
    return try RecordedSession(lines: bytes, of: path, speed: speed)
  }

  /// Keeps GET and HEAD only: a session that is sent again must not change anything.
  init(lines: [UInt8], of path: String, speed: Double) throws(Problem) {
    var indices: [String: Int] = [:]
    var payloads: [Call.Payload] = []
    var requests: [(time: Duration, index: Int)] = []
    for (number, line) in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
      guard let recorded = RecordedRequest(line: line), let request = recorded.request else {
        throw .badRequest("FILE", "line \(number + 1) of \(path) is not a request; record a session with: holocron watch --record FILE")
      }
      guard request.method == "GET" || request.method == "HEAD" else { continue }
      let name = "\(recorded.service) \(recorded.head)"
      let index = indices[name] ?? payloads.count
      if index == payloads.count {
        indices[name] = index
        payloads.append(.bus(service: recorded.service, request))
      }
      requests.append((recorded.time / speed, index))
    }
    requests.sort { $0.time < $1.time }
    guard let first = requests.first?.time else {
      throw .badRequest("FILE", "\(path) has no GET requests; record a session with: holocron watch --record FILE")
    }
    self.payloads = payloads
    sequence = requests.map(\.index)
    profile = RateProfile(times: requests.map { $0.time - first })
  }
}
