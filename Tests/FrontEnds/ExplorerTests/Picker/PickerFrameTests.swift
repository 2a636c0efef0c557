import Testing

@testable import Explorer

/// Pickers in each of their states.
@Suite struct PickerFrameTests {
  @Test func `the palette is drawn before typing`() {
    expectGolden("picker-palette", Golden.views) { harness in
      harness.openPeople()
      harness.perform(.palette)
    }
  }

  @Test func `the palette is drawn while typing`() {
    expectGolden("picker-palette-typed") { harness in
      harness.openPeople()
      harness.perform(.palette)
      harness.type("sk")
      harness.settle(SearchResults.results)
      harness.perform(.down)
    }
  }

  @Test func `the palette without matches is drawn`() {
    expectGolden("picker-palette-nothing") { harness in
      harness.openPeople()
      harness.perform(.palette)
      harness.type("qqqq")
      harness.settle(SearchResults.results)
    }
  }

  @Test func `the theme picker is drawn`() {
    expectGolden("picker-theme") { harness in
      harness.openPeople()
      harness.perform(.theme, .down, .down)
    }
  }

  @Test func `the language picker is drawn`() {
    expectGolden("picker-language") { harness in
      harness.openPeople()
      harness.perform(.language)
      harness.type("jp")
      harness.send(.edit(.deleteAll))
    }
  }

  @Test func `the sort picker is drawn`() {
    expectGolden("picker-sort") { harness in
      harness.openPeople()
      harness.perform(.sort, .down)
    }
  }

  @Test func `the picker for a comparison is drawn`() {
    expectGolden("picker-compare") { harness in
      harness.openPeople()
      harness.perform(.compare)
      harness.type("leia")
      harness.settle(SearchResults.results)
    }
  }
}
