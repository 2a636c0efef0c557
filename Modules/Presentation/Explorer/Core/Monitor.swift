/// What is known of the bus and of the processes on it.
public struct Monitor: Sendable {
  /// `nil` until the first answer.
  public internal(set) var isAttached: Bool?
  public internal(set) var statistics: BusStatistics?

  public init() {}
}

extension Monitor {
  mutating func begin(_ work: inout Work) {}
  mutating func heed(_ notice: Notice, _ work: inout Work) {}
  mutating func ring(_ alarm: Alarm, _ work: inout Work) {}
  mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool { false }
}
