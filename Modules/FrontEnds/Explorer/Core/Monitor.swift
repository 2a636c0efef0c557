import Localization
public import MessageBus
import Presentation

/// What is known of the bus and of the processes on it. Asks for statistics by itself, more often while there is no bus.
public struct Monitor: Sendable {
  /// `nil` until the first answer.
  public private(set) var isAttached: Bool?
  /// A bus is being started.
  public private(set) var isStarting = false
  /// Why nobody answers.
  public private(set) var problem: Problem?
  /// The last statistics; they stay when the bus goes.
  public private(set) var statistics: BusStatistics?
  public private(set) var rates = RateHistory()
  /// Questions have been waiting for so long that a person wonders.
  public internal(set) var showsPending = false
  private(set) var ticket: Ticket?

  public init() {}

  /// One look at the bus, without a history.
  init(_ statistics: BusStatistics) {
    self.statistics = statistics
    isAttached = true
  }

  /// How often statistics are asked for while nobody looks at them, and how soon again when there is no bus.
  static let pace = Duration.seconds(2)
  static let retryPace = Duration.seconds(1)
  /// Questions answered sooner than this are not worth a sign.
  static let patience = Duration.milliseconds(250)

  /// Workers of all services together.
  public var workers: Int { snapshot?.services.reduce(0) { $0 + $1.workers } ?? 0 }
  public var snapshot: BusSnapshot? { statistics.map { BusSnapshot($0) } }
}

extension Monitor {
  mutating func begin(_ work: inout Work) { ask(&work) }

  mutating func heed(_ notice: Notice, _ work: inout Work) {
    switch notice {
    case .worker: ask(&work)
    case .bus(isThere: true): if isAttached != true { ask(&work) }
    case .bus(isThere: false):
      isStarting = false
      lose(nil, &work)
    case .busStarts: isStarting = true
    default: break
    }
  }

  mutating func ring(_ alarm: Alarm, _ work: inout Work) {
    if alarm == .statisticsDue { ask(&work) }
  }

  mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool {
    guard ticket == self.ticket else { return false }
    self.ticket = nil
    switch answer {
    case .statistics(let statistics): attach(statistics, &work)
    case .failed(let problem): lose(problem, &work)
    default: break
    }
    return true
  }

  private mutating func ask(_ work: inout Work) {
    // Whoever looks at the statistics sets the alarm to an earlier time.
    work.order(.wake(.statisticsDue, after: isAttached == false ? Self.retryPace : Self.pace))
    guard ticket == nil else { return }
    ticket = work.ask(.statistics)
  }

  private mutating func attach(_ statistics: BusStatistics, _ work: inout Work) {
    if isAttached == false, self.statistics != nil { work.remark = Remark(work.language.say(.busBack), .good) }
    isAttached = true
    isStarting = false
    problem = nil
    self.statistics = statistics
    rates.add(BusSnapshot(statistics), asked: statistics.services.keys, at: work.now)
  }

  private mutating func lose(_ problem: Problem?, _ work: inout Work) {
    if isAttached == true { work.remark = Remark(work.language.say(.busLost), .caution) }
    if let problem { self.problem = problem }
    isAttached = false
    rates.interrupt()
  }
}
