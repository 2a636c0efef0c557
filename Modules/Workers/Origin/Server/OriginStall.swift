/// Regular times at which a server sends no response, as during a long garbage collection: a known cause of latency, to check a load tester
/// with.
public struct OriginStall: Sendable, Hashable {
  /// How long the server sends nothing.
  public let length: Duration
  /// The time from the start of one stall to the start of the next.
  public let period: Duration

  /// Returns `nil` unless `length` is positive and shorter than `period`.
  public init?(length: Duration, every period: Duration) {
    guard length > .zero, length < period else { return nil }
    self.length = length
    self.period = period
  }

  /// Returns how long a response must wait that is ready `elapsed` after the start of the server. Each period ends with its stall.
  func delay(at elapsed: Duration) -> Duration {
    let rest = period - (elapsed - period * Int((elapsed / period).rounded(.down)))
    return rest <= length ? rest : .zero
  }
}
