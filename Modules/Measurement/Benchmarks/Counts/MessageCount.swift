package import LoadTesting
import OrderedJSON

/// What a request and its reply cost a process, counted without a clock.
package struct MessageCount: ReportObject, Hashable {
  /// The process and the request: `broker, echo`.
  var name = ""
  var instructions = 0.0
  var allocations = 0.0

  package init() {}

  init(_ name: String, instructions: Double, allocations: Double) {
    (self.name, self.instructions, self.allocations) = (name, instructions, allocations)
  }

  /// The cost of `messages` more requests: the start and the end of the process, and the first requests, are in both profiles.
  init(_ name: String, from short: CallgrindProfile, to long: CallgrindProfile, messages: Int) {
    self.init(
      name, instructions: Double(long.instructions - short.instructions) / Double(messages),
      allocations: Double(long.allocations - short.allocations) / Double(messages))
  }

  /// Counts are rounded so that most runs give the same text.
  package static let members: [ReportMember<Self>] = [
    .init("name", \.name), .init("instructions", \.instructions) { .number(Int(($0.instructions / 10).rounded()) * 10) },
    .init("allocations", \.allocations) { .number(($0.allocations * 10).rounded() / 10) },
  ]

  /// Returns the lesser figures of two runs of the same schedule.
  func least(_ other: MessageCount) -> MessageCount {
    MessageCount(name, instructions: min(instructions, other.instructions), allocations: min(allocations, other.allocations))
  }
}

/// The counts that later ones are compared with, as `COUNTS.json` keeps them.
package struct CountFile: ReportObject, Hashable {
  /// Compiler, architecture and libzmq; counts of others are not comparable.
  package var platform = ""
  package var counts: [MessageCount] = []

  package static let members: [ReportMember<Self>] = [.init("platform", \.platform), .init("counts", \.counts)]

  package init() {}
  package init(platform: String, counts: [MessageCount]) { (self.platform, self.counts) = (platform, counts) }

  /// Throws if this is not the JSON of counts.
  package init(parsing bytes: [UInt8]) throws {
    guard let file = CountFile(json: try JSON(parsing: bytes)) else { throw BenchmarkError("not valid counts") }
    self = file
  }

  /// The text of the file, one member per line so that a diff shows what changed.
  package var bytes: [UInt8] { json.bytes(.indented) + [0x0A] }
}

/// Counts of this build beside those of the file.
package struct CountComparison {
  /// A line for each figure.
  private(set) var lines: [String] = []
  /// Whether nothing has grown, and both sides have the same figures.
  package private(set) var isMet = true
  private var hasFallen = false

  package init(from old: [MessageCount], to new: [MessageCount]) {
    for name in Set((old + new).map(\.name)).sorted() {
      let (before, after) = (old.first { $0.name == name }, new.first { $0.name == name })
      add("\(name): instructions a message", before?.instructions, after?.instructions)
      add("\(name): allocations a message", before?.allocations, after?.allocations)
    }
  }

  /// A count may differ by 5 %. A few allocations of a run depend on time, such as those of heartbeats, so a count near zero may differ by a tenth.
  private mutating func add(_ figure: String, _ old: Double?, _ new: Double?) {
    guard let old, let new else {
      isMet = false
      return lines.append("\(figure): \(old == nil ? "NOT IN THE FILE" : "NOT MEASURED")")
    }
    let margin = max(old * 0.05, 0.1)
    let (isMore, isLess) = (new > old + margin, new < old - margin)
    (isMet, hasFallen) = (isMet && !isMore, hasFallen || isLess)
    let verdict = isMore ? ", MORE THAN 5 % UP" : isLess ? ", more than 5 % down" : ""
    lines.append("\(figure): \(old.figure) → \(new.figure) (\(Quantity.change(new / old - 1)))\(verdict)")
  }

  package var text: String { lines.joined(separator: "\n") }

  /// What to do; `nil` if nothing has changed. Ends without a full stop. Counts that have fallen are kept, because a later rise up to the old
  /// figure would not show.
  package var advice: String? {
    if !isMet { return "a message costs more than before; find out why, or accept the new counts with Scripts/counts --update" }
    return hasFallen ? "a message costs less than before; keep the new counts with Scripts/counts --update, so that they stay so low" : nil
  }
}
