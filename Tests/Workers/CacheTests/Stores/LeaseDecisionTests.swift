import MessageBus
import Testing

@testable import Cache

/// The rows of the table at ``LeaseDecision``.
struct LeaseDecisionTests {
  private static let now = WallTime(seconds: 1_767_182_400)

  /// A lease of worker `a`.
  private static func lease(since: Int64 = 0, until: Int64 = 10, failedAt: Int64? = nil) -> Lease {
    Lease(
      holder: "a", since: now + .seconds(since), until: now + .seconds(until),
      failure: failedAt.map { Lease.Failure(problem: .originDown, at: now + .seconds($0)) })
  }

  /// Returns the decision on a request of `holder`, which has waited for a second.
  private static func decision(
    for holder: String, lease: Lease?, stored entry: CacheEntry? = nil, hasEnded: (String) -> Bool = { _ in false }
  ) -> LeaseDecision {
    let attempt = FetchAttempt(storedEntry: nil, startedAt: now - .seconds(1))
    return LeaseDecision(of: attempt, by: holder, stored: entry, lease: lease, now: now, hasEnded: hasEnded)
  }

  @Test(
    arguments: [
      ("b", nil, .granted), ("b", lease(), .taken), ("a", lease(), .granted), ("b", lease(since: -10, until: 0), .granted),
      ("b", lease(since: 3_600, until: 3_610), .granted), ("b", lease(since: 1), .taken),
      ("b", lease(failedAt: 0), .failed(.originDown)), ("b", lease(failedAt: -2), .granted), ("b", lease(failedAt: 3_600), .granted),
      ("a", lease(failedAt: 0), .granted),
    ] as [(String, Lease?, LeaseDecision)])
  func `another worker's lease or failure counts only while it is current`(holder: String, lease: Lease?, expected: LeaseDecision) {
    #expect(Self.decision(for: holder, lease: lease) == expected)
  }

  /// Asking the kernel costs a system call, and is pointless for the worker's own lease or an expired one.
  @Test func `the holder's process is looked up only for an active lease of another worker`() {
    var lookups: [String] = []
    func hasEnded(_ holder: String) -> Bool {
      lookups.append(holder)
      return false
    }
    for lease in [nil, Self.lease(since: -10, until: 0), Self.lease(failedAt: 0)] {
      _ = Self.decision(for: "b", lease: lease, hasEnded: hasEnded)
    }
    _ = Self.decision(for: "a", lease: Self.lease(), hasEnded: hasEnded)
    #expect(lookups.isEmpty)
    _ = Self.decision(for: "b", lease: Self.lease(), hasEnded: hasEnded)
    #expect(lookups == ["a"])
  }
}
