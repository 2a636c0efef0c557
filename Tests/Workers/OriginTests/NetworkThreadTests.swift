import NIOCore
import NIOPosix
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Origin

/// The answers of the threads of the network, by which a service manager notices that one hangs.
@Suite struct NetworkThreadTests {
  @Test func `a thread that hangs does not answer`() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let loops = Array(group.makeIterator())
    let (release, isHanging) = (try WakePipe(), HoldingGate(isHolding: true))
    loops[1].execute {
      isHanging.release()
      release.wait()
    }
    await isHanging.pass()
    let hasAnswered = Mutex(false)
    async let answer: Void = {
      await HTTPListener.waitForThreads(of: group)
      hasAnswered.withLock { $0 = true }
    }()
    // The other thread answers meanwhile.
    for _ in 1...100 { try await loops[0].submit {}.get() }
    let isEarly = hasAnswered.withLock(\.self)
    #expect(!isEarly)
    release.wake()
    await answer
    try await group.shutdownGracefully()
  }
}
