import OrderedJSON

/// A line that a process of a run writes for the first one.
enum WorkerMessage: Sendable {
  /// Connected, and waits for the start.
  case ready
  case piece(Piece)
  /// Everything was sent and has ended. `processorShare` is that of ``ProcessorTime``.
  case done(processorShare: Double?)
  /// Cannot take part, for this reason.
  case failed(String)

  /// The line of the first process that starts the others.
  static let start = "start"

  var line: String { json.text() + "\n" }

  private var json: JSON {
    switch self {
    case .ready: ["type": "ready"]
    case .done(let share): ["type": "done", "processorShare": share.map { JSON.number($0) } ?? .null]
    case .failed(let reason): ["type": "failed", "reason": .string(reason)]
    case .piece(let piece):
      [
        "type": "piece", "start": .number(Self.nanoseconds(piece.start)), "end": .number(Self.nanoseconds(piece.end)),
        "warmUp": piece.sample.warmUp.json, "measured": piece.sample.measured.json,
      ]
    }
  }

  /// Returns `nil` for a line that is no message.
  init?(_ line: [UInt8]) {
    guard let json = try? JSON(parsing: line) else { return nil }
    switch json["type"]?.string {
    case "ready": self = .ready
    case "done": self = .done(processorShare: json["processorShare"]?.double)
    case "failed": self = .failed(json["reason"]?.string ?? "no reason given")
    case "piece":
      guard let start = json["start"]?.int, let end = json["end"]?.int, let warmUp = json["warmUp"].flatMap(Measurements.init),
        let measured = json["measured"].flatMap(Measurements.init), start >= 0, end >= start
      else { return nil }
      let sample = Recorder.Sample(warmUp: warmUp, measured: measured)
      self = .piece(Piece(start: .nanoseconds(start), end: .nanoseconds(end), sample: sample))
    default: return nil
    }
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
  }
}
