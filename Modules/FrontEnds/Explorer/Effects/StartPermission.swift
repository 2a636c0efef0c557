import Synchronization

/// Whether requests may start a bus. An explorer whose bus was stopped does not start another one until the user asks for something.
public final class StartPermission: Sendable {
  private let state = Mutex(true)

  public init() {}

  public var isGiven: Bool { state.withLock(\.self) }
  func set(_ isGiven: Bool) { state.withLock { $0 = isGiven } }
}
