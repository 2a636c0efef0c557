import TestSupport
import Testing

@testable import MessageBus

@Suite struct OutstandingRequestsTests {
  /// A request that waits behind a suspect asks for the numbers in each turn, so they are kept and not counted.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `the numbers are those of the requests after any changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var requests = OutstandingRequests()
    for _ in 0..<500 {
      let id = UInt64.random(in: 1...20, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: requests[id] = nil
      case 1, 2: requests[id] = OutstandingRequest(deadline: .now, isIdempotent: true, hasUnorderedParts: false)
      case 3: requests[id]?.losses = Int.random(in: 0..<ClientMachine.maxLosses, using: &random)
      case 4, 5: requests[id]?.isSent = true
      case 6: requests[id]?.isSent = false
      default: if Int.random(in: 0..<50, using: &random) == 0 { requests.removeAll() }
      }
      let sent = requests.all.values.filter(\.isSent)
      #expect(requests.sentCount == sent.count)
      #expect(requests.sentSuspectCount == sent.count { $0.isSuspect })
    }
  }
}
