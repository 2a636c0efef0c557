import ServiceTestSupport
import TestSupport
import Testing

/// A scenario with an origin whose root names droids, which no program knows.
@Suite(.serialized) struct UnknownKindTests {
  private static let artoo = #"{"name":"R2-D2","model":"astromech","url":"http://x/api/droids/1/"}"#

  @Test func `a kind that only the origin knows has a list, records, a search and a tab, with its raw fields`() async throws {
    try await withServer { target, _ in
      switch target {
      case "/api/droids/": [.answer(#"{"count":1,"next":null,"previous":null,"results":[\#(Self.artoo)]}"#)]
      case "/api/droids/1/": [.answer(Self.artoo)]
      default: [.answer("{}", status: 404)]
      }
    } _: { server in
      let holocron = try await HolocronHarness()
      let processes = [
        try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher(of: server.base), try await holocron.search(),
      ]
      for (words, expected) in [
        (["droids"], "astromech"), (["droids", "--fields", "model", "--json"], "\"model\""), (["show", "droids/1"], "astromech"),
        (["show", "droids/1", "--fields", "model", "--json"], "astromech"), (["random", "droids"], "R2-D2"),
      ] {
        let shown = try await holocron.run(words)
        #expect(shown.code == 0 && shown.output.contains(expected), "\(words): \(shown.output)\(shown.errors)")
      }
      try await eventually(
        "the droids are indexed",
        isTrue: { try await holocron.run(["search", "kind:droids", "model:astro"]).output.contains("R2-D2") })
      let screen = try await holocron.explorer("droids", columns: 132, rows: 43)
      try await screen.shows("Droids")
      try await screen.press("Tab", "Tab", "Tab")
      try await screen.shows("Droids  1", "R2-D2", "astromech")
      try await screen.press("f")
      try await screen.type("model:proto")
      try await screen.shows("the filter hides the droid") { !$0.contains("R2-D2") }
      try await screen.press("Escape")
      // Escape followed by another key at once is a key with Alt.
      try await screen.shows("R2-D2")
      try await screen.press("q")
      #expect(try await screen.ending() == 0)
      try await screen.close()
      withExtendedLifetime(processes) {}
    }
  }
}
