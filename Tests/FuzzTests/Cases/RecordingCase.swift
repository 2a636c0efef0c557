import NIOCore
import OrderedJSON

@testable import Origin

/// Recordings of the origin.
enum RecordingCase: FuzzCase {
  static let name = "recording"

  private static let header = Array(#"{"format":"holocron-recording","version":1,"base":"/api"}"#.utf8) + [0x0A]

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    _ = try? Recording(input, name: "file")
    if let recording = try? Recording(header + input, name: "file") {
      for exchange in recording.exchanges.prefix(8) {
        guard let again = try? RecordedExchange(exchange.json) else { throw BrokenPromise("a written exchange cannot be read") }
        try promise(again == exchange, "an exchange changes when it is written and read")
        try promise(exchange.isReadable, "an exchange that was read is not readable")
        for keepsTiming in [false, true] {
          let plan = exchange.plan(keepsTiming: keepsTiming)
          try promise(plan.body.readableBytes == exchange.body.reduce(0) { $0 + $1.bytes.count }, "a replay has other bytes")
          _ = plan.head(now: 0)
        }
      }
    }
  }
}
