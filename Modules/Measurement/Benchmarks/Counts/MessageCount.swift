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
package struct CountComparison: Sendable, Hashable {
  enum Finding: Sendable, Hashable {
    case same
    /// The file is out of date: a later regression up to the old figure would not show.
    case less
    case more
    /// The figure is only in the file, or only measured.
    case missing
  }

  /// A figure of one or both sides.
  struct Change: Sendable, Hashable {
    /// `broker, echo: instructions a message`
    let figure: String
    let old: Double?
    let new: Double?
    var finding: Finding { CountComparison.finding(old, new) }

    fileprivate var text: String {
      guard let old else { return "\(figure): \(FigureText.text(new ?? .nan)), NOT IN THE FILE" }
      guard let new else { return "\(figure): \(FigureText.text(old)) in the file, NOT MEASURED" }
      let verdict = finding == .more ? ", MORE THAN 5 % UP" : finding == .less ? ", more than 5 % down" : ""
      return "\(figure): \(FigureText.text(old)) → \(FigureText.text(new)) (\(Quantity.change(new / old - 1)))\(verdict)"
    }
  }

  let changes: [Change]

  package init(from old: [MessageCount], to new: [MessageCount]) {
    let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
    changes = names.flatMap { name in
      let (before, after) = (old.first { $0.name == name }, new.first { $0.name == name })
      return [
        Change(figure: "\(name): instructions a message", old: before?.instructions, new: after?.instructions),
        Change(figure: "\(name): allocations a message", old: before?.allocations, new: after?.allocations),
      ]
    }
  }

  /// A count may differ by 5 %. A few allocations of a run depend on time, such as those of heartbeats, so a count near zero may differ by a tenth.
  static func finding(_ old: Double?, _ new: Double?) -> Finding {
    guard let old, let new else { return .missing }
    let margin = max(old * 0.05, 0.1)
    return new > old + margin ? .more : new < old - margin ? .less : .same
  }

  /// Whether nothing has grown, and both sides have the same figures.
  package var isMet: Bool { !changes.contains { $0.finding == .more || $0.finding == .missing } }

  /// A line for each figure.
  package var text: String { changes.map(\.text).joined(separator: "\n") }

  /// What to do; `nil` if nothing has changed. Ends without a full stop.
  package var advice: String? {
    if !isMet { return "a message costs more than before; find out why, or accept the new counts with Scripts/counts --update" }
    guard changes.contains(where: { $0.finding == .less }) else { return nil }
    return "a message costs less than before; keep the new counts with Scripts/counts --update, so that they stay so low"
  }
}
