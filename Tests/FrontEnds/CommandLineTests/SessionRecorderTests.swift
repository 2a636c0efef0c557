import Contracts
import MessageBus
import TestSupport
import Testing

@testable import CommandLine

struct SessionRecorderTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("session.jsonl") }

  init() throws { folder = try TemporaryDirectory() }

  /// Records requests of these numbers and times, in milliseconds since the start of the broker. Returns the number of missed requests.
  private func record(_ requests: [(number: UInt64, milliseconds: Int)]) throws -> UInt64 {
    var recorder = try SessionRecorder(path: path)
    for request in requests {
      try recorder.add(
        Event(
          "mmi.request/holocron.cache", fields: ["number": "\(request.number)", "time": "\(request.milliseconds * 1_000)"],
          content: Array("GET /people/1".utf8)))
    }
    return recorder.missed
  }

  /// The times of the recorded requests in milliseconds.
  private var times: [Double] {
    (Files.text(path) ?? "").split(separator: "\n").compactMap { RecordedRequest(line: $0.utf8) }.map { $0.time / .milliseconds(1) }
  }

  @Test func `requests that did not arrive are counted, and take their time`() throws {
    #expect(try record([(7, 1_000), (8, 1_500), (12, 2_000)]) == 3)
    #expect(times == [0, 500, 1_000])
  }

  @Test func `requests of a new broker follow those of the old one at once`() throws {
    #expect(try record([(900, 60_000), (901, 60_500), (1, 200), (2, 700)]) == 0)
    #expect(times == [0, 500, 500, 1_000])
  }

  @Test func `numbers of any size do no harm`() throws {
    #expect(try record([(1, 0), (.max, 1), (1, 2), (.max, 3)]) == SessionRecorder.mostMissed)
    #expect(times == [0, 1, 1, 2])
  }
}
