import Testing

@testable import MessageBus

/// Which requests give up surplus memory before they are sent.
@Suite struct CompactionTests {
  private final class Content: BrokerContent {
    private(set) var compactions = 0

    let byteCount = 1
    let id: [UInt8] = []
    let isRetryable = true
    let isReserved = false
    let senderName: String? = nil
    func scanFields() -> FieldScan { FieldScan(UnsafeRawBufferPointer(start: nil, count: 0)) }
    func compact() { compactions += 1 }
  }

  /// The first requests that a worker holds are answered soon; those beyond them, and those that wait, are kept for longer.
  @Test(arguments: [(10_000, 64), (64, 64), (10, 10), (0, 0)])
  func `the requests beyond a few that a worker holds are compacted, and those that wait`(credit: Int, count: Int) {
    let now = ContinuousClock.now
    let machine = BrokerMachine<Content>(Broker.Settings(), run: 7, now: now)
    machine.ready(from: .init(peer: PeerID([1]), isDelimited: false), service: "s", .requests(credit), now: now)
    let contents = (0..<200).map { _ in Content() }
    for content in contents { machine.request(from: .init(peer: PeerID([2]), isDelimited: false), service: "s", content, now: now) }
    #expect(contents.map(\.compactions) == Array(repeating: 0, count: count) + Array(repeating: 1, count: 200 - count))
  }
}
