import Testing

@testable import Networking

@Suite struct PermitSharesTests {
  /// Clients that keep every permit they can take, one after the other, and the permits that each of them gets.
  @Test(arguments: [
    (1, [1, 0]), (2, [1, 1, 0]), (3, [2, 1, 0]), (4, [3, 1, 0]), (5, [3, 1, 1, 0]), (8, [6, 1, 1, 0]), (16, [12, 1, 1, 1, 1, 0]),
    (64, [48, 1, 1]), (0, [1, 0]),
  ])
  func `a client leaves a quarter of the permits to others`(count: Int, expected: [Int]) {
    var shares = PermitShares(count)
    for (client, expected) in expected.enumerated() {
      var taken = 0
      while shares.take(for: "\(client)") { taken += 1 }
      #expect(taken == expected, "client \(client) of \(count) permits")
    }
  }

  /// Steps: a number resizes, a letter takes a permit, "-a" gives one back, "!a" finds that none is available to a.
  @Test(arguments: [
    "5 a a a !a b !b !a c !d", "5 a a a -a a !a b", "5 a a a b -a !a !b c d !e", "5 a a a b -a -a a !a", "5 a a a b -b !a b !b",
    "4 a b c d !e -d e !d", "4 -a a a a !a b", "2 a !a b !c -a !b c", "1 a !a !b -a b !a", "4 a a a !a 2 !b -a !b -a b !c",
    "1 a !b 4 b c d !e", "8 a a a a a a !a 2 -a -a -a -a -a !a b !c", "4 a b 1 -a !a !c -b a !b", "1 a 1 !a -a a",
  ])
  func `permits return to the shares, also when their number changes`(steps: String) {
    var shares = PermitShares(8)
    for step in steps.split(separator: " ") {
      if let count = Int(step) {
        shares.resize(count)
      } else if step.hasPrefix("-") {
        shares.giveBack(String(step.dropFirst()))
      } else {
        let (client, isRefused) = (step.filter { $0 != "!" }, step.hasPrefix("!"))
        #expect(shares.isAvailable(to: client) != isRefused, "\(step) of \(steps)")
        let isTaken = shares.take(for: client)
        #expect(isTaken != isRefused, "\(step) of \(steps)")
      }
    }
  }
}
