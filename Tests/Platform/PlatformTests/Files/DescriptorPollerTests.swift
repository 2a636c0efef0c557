import Testing

@testable import Platform

struct DescriptorPollerTests {
  @Test func `a readable descriptor is found among others`() throws {
    let (quiet, ready) = (try WakePipe(), try WakePipe())
    var poller = DescriptorPoller()
    poller.add(quiet.descriptor)
    poller.add(ready.descriptor)
    let before = poller.wait(milliseconds: 0)
    #expect(!before)
    ready.wake()
    let after = poller.wait(milliseconds: -1)
    #expect(after)
    #expect(!poller.isReady(0))
    #expect(poller.isReady(1))
    poller.removeAll()
    poller.add(quiet.descriptor)
    #expect(poller.count == 1)
    let last = poller.wait(milliseconds: 1)
    #expect(!last)
  }
}
