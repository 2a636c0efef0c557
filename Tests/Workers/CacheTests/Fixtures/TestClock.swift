import Cache
import Synchronization

/// A clock that stands still until the test advances it.
final class TestClock: Sendable {
  private let time = Mutex(WallTime(seconds: 1_700_000_000))

  var now: WallTime { time.withLock { $0 } }
  var reading: WallClock { { [self] in now } }

  func advance(by span: Duration) { time.withLock { $0 = $0 + span } }
}
