import MessageBus

@testable import Cache
@testable import Contracts

/// Lines of exported caches, and topics of events.
enum EntryCase: FuzzCase {
  static let name = "entry"

  /// 2026-01-01T00:00:00Z.
  private static let now = WallTime(milliseconds: 1_767_225_600_000)

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    _ = ExportHeader.refusal(of: input)
    let text = String(decoding: input, as: UTF8.self)
    if let topic = Topic(text) { try promise(Topic(topic.text) == topic, "a topic changes when it is written and parsed: \(topic)") }
    guard let write = try? EntryLine.decode(input, now: now), let line = EntryLine.encode(write.key, write.entry) else { return }
    guard let again = try? EntryLine.decode(line, now: now) else { throw BrokenPromise("a written entry cannot be read") }
    try promise(again.key == write.key, "the key of an entry changes when it is written and read")
    try promise(EntryLine.encode(again.key, again.entry) == line, "an entry changes when it is written and read")
  }
}
