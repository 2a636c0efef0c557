import OrderedJSON

/// The restart of one of several processes.
public struct RestartStep: Sendable, Hashable {
  /// `cache-1`
  public let process: String
  /// Counted from 1.
  public let number: Int
  public let count: Int

  /// Reads the answer of a supervisor: `{"process":"cache-1","step":2,"steps":6,…}`.
  init?(_ answer: JSON) {
    guard let process = answer["process"]?.string, let number = answer["step"]?.int, let count = answer["steps"]?.int else { return nil }
    (self.process, self.number, self.count) = (process, number, count)
  }
}
