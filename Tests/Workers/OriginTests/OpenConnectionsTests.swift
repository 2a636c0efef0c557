import TestSupport
import Testing

@testable import Origin

@Suite struct OpenConnectionsTests {
  /// `+` opens a connection, `-` ends one.
  @Test(arguments: [
    (1, "", true), (1, "+", false), (1, "+-", true), (2, "+", true), (2, "++", false), (2, "++-", true), (2, "++-+", false),
    // A maximum of less than 1 would accept nothing.
    (0, "", true), (0, "+", false),
  ])
  func `connections are accepted below the maximum`(maximum: Int, steps: String, isAccepting: Bool) {
    var connections = OpenConnections(maximum: maximum, logger: .silent)
    for step in steps {
      if step == "+" { connections.connectionOpened() } else { connections.connectionClosed() }
    }
    #expect(connections.isAcceptingNewConnections() == isAccepting)
  }
}
