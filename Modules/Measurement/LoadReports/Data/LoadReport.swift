/// What a load test did and measured. `REPORT.md` describes its form as JSON.
///
/// Numbers of a whole run (``latency``, ``statuses``, ``totals``, …) exclude the warm-up.
public struct LoadReport: Sendable, Hashable {
  /// Name and version of the program that made the report: `holocron-load 0.3.0`.
  public var program: String
  /// The command line, beginning with the name of the program.
  public var command: [String]
  /// The time of the start in UTC as RFC 3339 writes it: `2026-11-22T13:45:00Z`.
  public var started: String
  public var ending: Ending
  public var machine: Machine
  public var target: Target
  public var loop: Loop
  /// The options that shaped the load, with the values in effect: `--keys`, `--front-ends`.
  public var options: [Option]
  public var stages: [Stage]
  /// The seconds that rates of the whole run refer to: those of the plan of an open loop. `nil` for the time of the intervals.
  public var seconds: Double?
  /// Parts of the run in order of time, usually one per second; at most ``maximumIntervals``.
  public private(set) var intervals: [Interval]
  /// Time from the intended send time to the end of the answer. In a closed loop, the same as ``service``.
  public var latency: LatencyDistribution
  /// Time from the actual send to the end of the answer.
  public var service: LatencyDistribution
  /// Time from the intended send time to the actual send.
  public var queueing: LatencyDistribution
  /// Answers by status, such as `200`; failures without an answer by their reason, such as `timeout`.
  public var statuses: Tally
  /// Answers by what `Cache-Status` says (RFC 9211): `hit`, `miss`, `stale`, `none`.
  public var cacheStatuses: Tally
  /// Requests by the parts of a mix: `record`, `list`, `search`.
  public var operations: [Operation]
  /// What the comparison of bodies found; `nil` if bodies were not compared.
  public var verification: Verification?
  public var generator: Generator
  /// The results of `--fail-if` and `--abort-if`.
  public var checks: [Check]
  /// The steps and the result of a search for the highest rate.
  public var limitSearch: LimitSearch?

  /// The entry of ``statuses`` for requests that had no answer when the run ended; they are errors.
  public static let unanswered = "unanswered"

  /// A report with more intervals joins neighbours.
  public static let maximumIntervals = 1_200

  public init(
    program: String, command: [String], started: String, ending: Ending = .completed, machine: Machine = Machine(), target: Target,
    loop: Loop, options: [Option] = [], stages: [Stage] = [], seconds: Double? = nil, intervals: [Interval] = [],
    latency: LatencyDistribution = .init(),
    service: LatencyDistribution = .init(), queueing: LatencyDistribution = .init(), statuses: Tally = Tally(),
    cacheStatuses: Tally = Tally(), operations: [Operation] = [], verification: Verification? = nil, generator: Generator = Generator(),
    checks: [Check] = [], limitSearch: LimitSearch? = nil
  ) {
    self.program = program
    self.command = command
    self.started = started
    self.ending = ending
    self.machine = machine
    self.target = target
    self.loop = loop
    self.options = options
    self.stages = stages
    self.seconds = seconds
    self.intervals = Interval.joined(intervals, atMost: Self.maximumIntervals)
    self.latency = latency
    self.service = service
    self.queueing = queueing
    self.statuses = statuses
    self.cacheStatuses = cacheStatuses
    self.operations = operations
    self.verification = verification
    self.generator = generator
    self.checks = checks
    self.limitSearch = limitSearch
  }

  /// The sums of all intervals after the warm-up.
  public var totals: Totals { Totals(intervals.filter { !$0.isWarmUp }, over: seconds) }
}

extension LoadReport {
  /// How the run ended.
  public enum Ending: Sendable, Hashable {
    case completed
    /// By a signal; the report covers the time before.
    case interrupted
    /// By `--abort-if` or an error, with a sentence that says which.
    case aborted(String)
  }

  /// How the generator decides when to send.
  public enum Loop: Sendable, Hashable {
    /// At intended send times, whether or not answers arrive.
    case open
    /// After an answer, so that the same number of requests is always outstanding.
    case closed(outstanding: Int)
  }

  /// An option and its value in effect.
  public struct Option: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A part of the plan: the rate moves linearly to `rate` within `duration`.
  public struct Stage: Sendable, Hashable {
    /// Requests per second at the end of the stage.
    public let rate: Double
    /// Seconds.
    public let duration: Double

    public init(rate: Double, duration: Double) {
      self.rate = rate
      self.duration = duration
    }
  }

  /// A condition of `--fail-if` or `--abort-if`, and whether the run met it.
  public struct Check: Sendable, Hashable {
    /// The condition as the user wrote it: `p99>5ms`.
    public let condition: String
    /// The measured value with its unit: `7.2 ms`.
    public let measured: String
    public let isCrossed: Bool

    public init(condition: String, measured: String, isCrossed: Bool) {
      self.condition = condition
      self.measured = measured
      self.isCrossed = isCrossed
    }
  }
}
