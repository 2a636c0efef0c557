import MessageBus
import Testing

@testable import Cache

/// The rows of the table at ``LeaseDecision``, with a lease of worker `a`.
struct LeaseDecisionTests {
  private static let now = WallTime(seconds: 1_767_182_400)

  private static func lease(since: Int64 = 0, until: Int64 = 10) -> Lease {
    Lease(holder: "a", since: now + .seconds(since), until: now + .seconds(until))
  }

  /// The holder's process is looked up, which costs a system call, only for an active lease of another worker.
  @Test(
    arguments: [
      ("b", nil, .granted, []), ("b", lease(), .taken, ["a"]), ("a", lease(), .granted, []),
      ("b", lease(since: -10, until: 0), .granted, []), ("b", lease(since: 3_600, until: 3_610), .granted, []),
      ("b", lease(since: 1), .taken, ["a"]),
    ] as [(String, Lease?, LeaseDecision, [String])])
  func `another worker's lease counts only while it is current`(
    holder: String, lease: Lease?, expected: LeaseDecision, lookedUp: [String]
  ) {
    var lookups: [String] = []
    let decision = LeaseDecision(known: nil, stored: nil, by: holder, lease: lease, now: Self.now) { process in
      lookups.append(process)
      return false
    }
    #expect(decision == expected && lookups == lookedUp)
    #expect(LeaseDecision(known: nil, stored: nil, by: holder, lease: lease, now: Self.now) { _ in true } == .granted)
    #expect(LeaseDecision(known: nil, stored: .sample(), by: holder, lease: lease, now: Self.now) { _ in false } == .stored(.sample()))
  }
}
