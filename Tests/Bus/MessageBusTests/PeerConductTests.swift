import Testing

@testable import MessageBus

/// Which peers the broker ignores, and for how long.
@Suite struct PeerConductTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }
  private let peer = PeerID([1])

  /// Offences of one peer at the given seconds, and how many of them are tolerated before it is ignored; `nil` if it never is.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let offence: PeerConduct.Offence
    let times: [Double]
    let tolerated: Int?
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "as many invalid messages as tolerated", offence: .invalidMessage, times: (0..<32).map { _ in 0 }, tolerated: nil),
    Case(name: "one more", offence: .invalidMessage, times: (0..<33).map { _ in 0 }, tolerated: 32),
    Case(name: "one more at the end of the window", offence: .invalidMessage, times: (0..<32).map { _ in 0 } + [9.9], tolerated: 32),
    Case(name: "one more in the next window", offence: .invalidMessage, times: (0..<32).map { _ in 0 } + [10], tolerated: nil),
    Case(name: "two a second, for minutes", offence: .invalidMessage, times: (0..<600).map { Double($0) / 2 }, tolerated: nil),
    Case(name: "four a second", offence: .invalidMessage, times: (0..<600).map { Double($0) / 4 }, tolerated: 32),
    Case(name: "as many registrations as tolerated", offence: .registration, times: (0..<8).map { _ in 0 }, tolerated: nil),
    Case(name: "one registration more", offence: .registration, times: (0..<9).map { _ in 0 }, tolerated: 8),
    Case(name: "a registration every two seconds", offence: .registration, times: (0..<60).map { Double($0) * 2 }, tolerated: nil),
  ]

  @Test(arguments: cases) func `offences are tolerated up to a rate`(row: Case) {
    var conduct = PeerConduct()
    var tolerated: Int?
    for (number, time) in row.times.enumerated() where tolerated == nil {
      if !conduct.tolerates(row.offence, of: peer, now: at(time)) { tolerated = number }
    }
    #expect(tolerated == row.tolerated)
    #expect(conduct.ignoresSome == (row.tolerated != nil))
  }

  @Test func `a peer is ignored for a while, and others are not`() {
    var conduct = PeerConduct()
    for _ in 0..<33 { _ = conduct.tolerates(.invalidMessage, of: peer, now: at(0)) }
    #expect(conduct.isIgnored(peer, now: at(29.9)) && !conduct.isIgnored(PeerID([2]), now: at(0)))
    #expect(!conduct.isIgnored(peer, now: at(30)))
    conduct.removeExpired(now: at(30))
    #expect(!conduct.ignoresSome)
    // It starts anew.
    let isTolerated = conduct.tolerates(.invalidMessage, of: peer, now: at(30))
    #expect(isTolerated)
  }

  @Test func `peers are counted up to a limit, and expired counts make room`() {
    var conduct = PeerConduct()
    func peer(_ number: Int) -> PeerID { PeerID(Array("\(number)".utf8)) }
    for number in 0..<PeerConduct.maxPeers { _ = conduct.tolerates(.registration, of: peer(number), now: at(0)) }
    let late = PeerID([9])
    for _ in 0..<100 {
      let isTolerated = conduct.tolerates(.registration, of: late, now: at(1))
      #expect(isTolerated)
    }
    conduct.removeExpired(now: at(10))
    let areTolerated = (0..<9).map { _ in conduct.tolerates(.registration, of: late, now: at(10)) }
    #expect(areTolerated.last == false)
  }
}
