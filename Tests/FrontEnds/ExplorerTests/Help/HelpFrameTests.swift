import Testing

@testable import Explorer

@Suite struct HelpFrameTests {
  @Test func `the help is drawn`() {
    expectGolden("help", Golden.views) { harness in
      harness.openPeople()
      harness.perform(.help)
    }
  }

  @Test func `the scrolled help is drawn`() {
    expectGolden("help-scrolled") { harness in
      harness.openPeople()
      harness.perform(.help, .pageDown)
    }
  }
}
