/// Decides whether a process hangs: whether it has given no sign of life for too long. Pure.
///
/// Only time in which the supervisor runs counts. While it is stopped or the machine is overloaded, it neither hears the processes nor may
/// they be able to send anything; when it continues, each of them gets the whole limit again. Use a clock that stands still while the
/// machine is suspended.
struct SilenceWatch: Sendable, Hashable {
  /// How many times longer a process may be silent while it starts, because it reads its files before it gives the first sign of life.
  static let startFactor = 3
  /// The shortest silence for which a process that starts is ended. A search worker that opens its two files may wait up to a minute for each of
  /// them, while other processes open it, and then does without.
  static let minimumStartLimit = Duration.seconds(180)

  /// The longest silence of a process that is alive and was ready.
  private let limit: Duration
  /// Whether the process has not been ready yet.
  private(set) var isStarting = false
  /// The time since the last sign of life, as of the last check; `nil` while the process is not watched.
  private(set) var silence: Duration?
  private var lastCheck: SuspendingClock.Instant?

  init(limit: Duration) { self.limit = limit }

  /// The time between two checks.
  static func interval(limit: Duration) -> Duration { min(.seconds(1), limit / 10) }

  /// The longest silence that the process may keep.
  var currentLimit: Duration { isStarting ? max(limit * Self.startFactor, Self.minimumStartLimit) : limit }

  /// Starts watching, because the process has been started.
  mutating func start() {
    silence = .zero
    isStarting = true
  }

  /// Notes that the process is ready.
  mutating func becameReady() {
    silence = .zero
    isStarting = false
  }

  /// Notes a sign of life.
  mutating func heard() { if silence != nil { silence = .zero } }

  /// Stops watching, because the process ends, or has ended.
  mutating func end() { silence = nil }

  /// Returns whether the process has been silent for ``currentLimit``. Call it regularly.
  mutating func isTooLong(at now: SuspendingClock.Instant) -> Bool {
    let elapsed = lastCheck.map { $0.duration(to: now) } ?? .zero
    lastCheck = now
    guard let silence else { return false }
    guard elapsed <= limit / 4 else {
      self.silence = .zero
      return false
    }
    self.silence = silence + elapsed
    return silence + elapsed >= currentLimit
  }
}
