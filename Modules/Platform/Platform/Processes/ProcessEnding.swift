/// The way a process ended.
public enum ProcessEnding: Sendable, Hashable {
  case exited(Int32)
  case signaled(Signal)

  /// Decodes a status of waitpid(2).
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(Signal(rawValue: status & 0x7F))
  }
}
