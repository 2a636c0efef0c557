/// What a request and its reply cost a process, counted without a clock.
public struct MessageCount: Sendable, Hashable {
  /// The process and the request: `broker, echo`.
  public let name: String
  public let instructions: Double
  public let allocations: Double

  public init(_ name: String, instructions: Double, allocations: Double) {
    self.name = name
    self.instructions = instructions
    self.allocations = allocations
  }

  /// The cost of `messages` more requests: the start and the end of the process, and the first requests, are in both profiles.
  init(_ name: String, from short: CallgrindProfile, to long: CallgrindProfile, messages: Int) {
    self.init(
      name, instructions: Double(long.instructions - short.instructions) / Double(messages),
      allocations: Double(long.allocations - short.allocations) / Double(messages))
  }

  /// Returns the lesser figures of two runs of the same schedule.
  func least(_ other: MessageCount) -> MessageCount {
    MessageCount(name, instructions: min(instructions, other.instructions), allocations: min(allocations, other.allocations))
  }
}
