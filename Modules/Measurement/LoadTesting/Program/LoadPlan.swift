/// What a run does: the command line with all defaults.
struct LoadPlan: Sendable, Hashable {
  /// When requests are sent.
  enum Pacing: Sendable, Hashable {
    /// At the times of a schedule, however long answers take.
    case open([Stage])
    /// When an earlier request has ended, with this number outstanding.
    case closed(Int)

    static func constant(_ rate: Double, for duration: Duration) -> Pacing {
      .open([Stage(rate, within: .zero), Stage(rate, within: duration)])
    }
  }

  var target: LoadTarget
  /// The request of the targets `service` and `http`.
  var template: RequestTemplate?
  var mix: Mix
  var keys = KeyOrder.uniform
  /// The file with the keys; `nil` for the catalogue.
  var keyFile: String?
  /// The keys of ``keyFile``.
  var fileKeys: [String]?
  var pacing: Pacing
  /// The duration that was asked for, without the warm-up; `nil` until ``requests`` were sent, or until the end of the stages.
  var duration: Duration?
  /// The number of requests, without the warm-up; `nil` for as many as the time allows.
  var requests: Int?
  /// Requests in this time from the start are in no figure.
  var warmUp = Duration.zero
  /// Sockets on the bus.
  var frontEnds = 1
  /// Requests that may be outstanding in each front-end of an open loop.
  var outstanding = 1_024
  /// The timeout of each request.
  var timeout = Duration.seconds(5)
  /// How long the end of the run waits for the last answers; `nil` for the default.
  var drainLimit: Duration?
  /// Bytes in the body of the target `echo`.
  var size = 1_024
  var isVerified = true
  var failIf: [Threshold] = []
  var abortIf: [Threshold] = []
  /// What must hold in a search for the highest rate.
  var slo: [Threshold] = []
  var searchesLimit = false
  /// Files to write reports to.
  var reports: [ReportFile] = []
  var seed: UInt64

  /// Whether requests differ by key.
  var hasKeys: Bool { template?.hasKey ?? (target != .echo) }

  /// The rate over time, with the warm-up; empty in a closed loop.
  var profile: RateProfile {
    guard case .open(let stages) = pacing else { return RateProfile([]) }
    return RateProfile.warmingUp(stages, for: warmUp)
  }

  /// Returns the average rate that an open loop asks for in the second before a time from the start; after the end of its schedule, in the last
  /// second of the schedule. `nil` in a closed loop.
  func askedRate(at time: Duration) -> Double? {
    guard case .open = pacing else { return nil }
    let profile = profile
    let end = min(time, profile.duration)
    return profile.averageRate(from: max(.zero, end - .seconds(1)), to: end)
  }

  /// The number of requests of the warm-up of an open loop.
  var warmUpRequests: Int { RateProfile.whole(profile.requests(before: warmUp)) }

  /// When the last request may be sent, from the start; `nil` in a closed loop that ends with a number of requests.
  var end: Duration? {
    switch pacing {
    case .open: profile.duration
    case .closed: duration.map { warmUp + $0 }
    }
  }

  /// When the last request may be sent, from the start; in an open loop, a moment after the end of the schedule. `nil` if the number of requests
  /// ends the run.
  var latestSend: Duration? {
    guard requests == nil || duration != nil else { return nil }
    return if case .open = pacing { profile.duration + .seconds(1) } else { end }
  }

  /// How long the end of the run waits for the last answers.
  var drain: Duration { drainLimit ?? min(timeout + .milliseconds(250), .seconds(10)) }

  /// The maximum number of outstanding requests.
  var outstandingLimit: Int {
    switch pacing {
    case .open: outstanding * frontEnds
    case .closed(let count): count
    }
  }

  /// The number of files that the process may have open: the HTTP client has a few, a front-end has five for its socket.
  var descriptorsNeeded: Int { Self.ownDescriptors + (target.usesBus ? 5 * frontEnds : outstandingLimit) }
  static let ownDescriptors = 32

  /// Returns the seconds that rates refer to, without the warm-up: those of the schedule of an open loop, or until `end` if that comes earlier
  /// because the run was stopped or a number of requests ended it.
  func seconds(until end: Duration, isCompleted: Bool) -> Double {
    let profile = profile
    guard case .open = pacing, profile.duration > warmUp else { return max(0, (end - warmUp) / .seconds(1)) }
    let isWhole = requests.map { warmUpRequests + $0 >= profile.count } ?? true
    return max(0, ((isCompleted && isWhole ? profile.duration : min(profile.duration, end)) - warmUp) / .seconds(1))
  }
}
