import Contracts
import MessageBus
import Platform

/// A file, pipe or standard input with a key in each line: a reference such as `people/1`, a search text, or whatever replaces `{key}`. Empty
/// lines, and lines that start with `#`, do not count.
enum KeyFile {
  private static let maxBytes = 256 << 20

  /// Returns the keys in their order; `-` is standard input. Blocks the thread until the writers of a pipe have closed it. Throws a 400 if the
  /// file cannot be read or has no keys.
  static func read(_ path: String) throws(Problem) -> [String] {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.readStream(path, upTo: maxBytes) } catch {
      throw .badRequest("--keys-from", "cannot read \(path): \(error.reason)")
    }
    let keys = keys(String(decoding: bytes, as: UTF8.self))
    guard !keys.isEmpty else { throw .badRequest("--keys-from", "\(path) has no keys; write one in each line, such as people/1") }
    return keys
  }

  static func keys(_ text: String) -> [String] {
    text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).compactMap { line in
      let key = line.drop { $0 == " " || $0 == "\t" }
      guard let last = key.lastIndex(where: { $0 != " " && $0 != "\t" }), !key.hasPrefix("#") else { return nil }
      return String(key[...last])
    }
  }
}

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
  static func read(_ path: String) throws(Problem) -> RecordedSession {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: maxBytes) } catch {
      throw .badRequest("FILE", "cannot read \(path): \(error.reason)")
    }
    return try RecordedSession(lines: bytes, of: path)
  }

  /// Keeps GET and HEAD only: a session that is sent again must not change anything.
  init(lines: [UInt8], of path: String) throws(Problem) {
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
      requests.append((recorded.time, index))
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
