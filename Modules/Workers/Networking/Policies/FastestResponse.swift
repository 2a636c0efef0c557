/// The duration of the fastest of an origin's recent responses: tells whether a request that has waited for its turn can still be answered
/// before its deadline. Pure.
///
/// A request that is sent too late takes the place of one that could be answered. While more requests arrive than the origin answers, almost
/// all of them would be sent too late.
struct FastestResponse: Sendable {
  /// Zero before the first response.
  private(set) var duration: Duration = .zero

  /// Records a response. A slower one raises the duration by a twentieth at most, so one fast response is forgotten after a while.
  mutating func record(_ duration: Duration) {
    self.duration = self.duration == .zero ? duration : min(duration, self.duration + self.duration / 20)
  }

  /// Returns whether a response may arrive within `timeLeft`. Each refusal lowers the duration by a hundredth, so that an origin that has
  /// become faster is asked again.
  mutating func mayArrive(within timeLeft: Duration) -> Bool {
    if timeLeft >= duration { return true }
    duration -= duration / 100
    return false
  }
}
