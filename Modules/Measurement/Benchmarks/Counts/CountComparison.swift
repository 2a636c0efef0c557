import LoadReports

/// Counts of this build beside those of the file.
public struct CountComparison: Sendable, Hashable {
  public enum Finding: Sendable, Hashable {
    case same
    /// The file is out of date: a later regression up to the old figure would not show.
    case less
    case more
    /// The figure is only in the file, or only measured.
    case missing
  }

  /// A figure of one or both sides.
  public struct Change: Sendable, Hashable {
    /// `broker, echo: instructions a message`
    public let figure: String
    public let old: Double?
    public let new: Double?
    public let finding: Finding
  }

  public let changes: [Change]

  /// A count may grow by this share of the old one.
  static let tolerance = 0.05
  /// A few allocations of a run depend on time, such as those of heartbeats. A count near zero may grow by this much.
  static let slack = 0.1

  public init(from old: [MessageCount], to new: [MessageCount]) {
    let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
    changes = names.flatMap { name -> [Change] in
      let (before, after) = (old.first { $0.name == name }, new.first { $0.name == name })
      return [
        Self.change("\(name): instructions a message", before?.instructions, after?.instructions),
        Self.change("\(name): allocations a message", before?.allocations, after?.allocations),
      ]
    }
  }

  private static func change(_ figure: String, _ old: Double?, _ new: Double?) -> Change {
    Change(figure: figure, old: old, new: new, finding: finding(old, new))
  }

  static func finding(_ old: Double?, _ new: Double?) -> Finding {
    guard let old, let new else { return .missing }
    let margin = max(old * tolerance, slack)
    return new > old + margin ? .more : new < old - margin ? .less : .same
  }

  /// Whether nothing has grown, and both sides have the same figures.
  public var isMet: Bool { !changes.contains { $0.finding == .more || $0.finding == .missing } }

  /// A line for each figure.
  public var text: String { changes.map(\.text).joined(separator: "\n") }

  /// What to do; `nil` if nothing has changed. Ends without a full stop.
  public var advice: String? {
    guard isMet else {
      return "a message costs more than before; find out why, or accept the new counts with Scripts/counts --update"
    }
    guard changes.contains(where: { $0.finding == .less }) else { return nil }
    return "a message costs less than before; keep the new counts with Scripts/counts --update, so that they stay so low"
  }
}

extension CountComparison.Change {
  fileprivate var text: String {
    guard let old else { return "\(figure): \(FigureText.text(new ?? .nan)), NOT IN THE FILE" }
    guard let new else { return "\(figure): \(FigureText.text(old)) in the file, NOT MEASURED" }
    let verdict =
      switch finding {
      case .more: ", MORE THAN 5 % UP"
      case .less: ", more than 5 % down"
      case .same, .missing: ""
      }
    return "\(figure): \(FigureText.text(old)) → \(FigureText.text(new)) (\(Quantity.change(new / old - 1)))\(verdict)"
  }
}
