import TestSupport
import Testing

/// Scenarios of the explorer on a terminal, with separate processes.
@Suite(.serialized) struct JourneyTests {
  @Test(arguments: [(80, 24), (132, 43)])
  func `a user goes from a search to Luke, A New Hope, Leia and Alderaan, back and forward, and opens the crawl`(columns: Int, rows: Int)
    async throws
  {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher(), try await holocron.search()]
    let screen = try await holocron.explorer("journey", columns: columns, rows: rows)
    try await screen.shows("a name, a word, or kind:people", "3 workers")
    try await screen.press("/")
    try await screen.type("luke")
    // Results appear as the index is filled.
    try await screen.shows("▸ Luke Skywalker", "Tatooine", "10 results")
    try await screen.press("Enter")
    try await screen.shows("people/1", "Born          19 BBY", "A New Hope")
    try await screen.follow("A New Hope", from: "Homeworld")
    try await screen.shows("films/1", "George Lucas", "Leia Organa")
    try await screen.follow("Leia Organa", from: "Characters")
    try await screen.shows("people/5", "Homeworld     Alderaan")
    try await screen.press("Enter")
    try await screen.shows("planets/2", "Terrain        grasslands, mountains")
    try await screen.press("[")
    try await screen.shows("people/5")
    try await screen.press("]")
    try await screen.shows("planets/2")
    try await screen.press("[", "[")
    // Going back restores the record and its selection.
    try await screen.shows("films/1", "Leia Organa")
    try await screen.press("Enter")
    try await screen.shows("people/5")
    try await screen.press("[")
    try await screen.shows("films/1")
    try await screen.press("c")
    let early = try await screen.shows("pause", "EPISODE IV", ignoringCase: true)
    // The crawl scrolls without input.
    try await screen.shows("the crawl goes on") { $0 != early && $0.contains("A NEW HOPE") }
    try await screen.press("Escape")
    try await screen.shows("films/1")
    try await screen.press("q")
    #expect(try await screen.ending() == 0)
    try await screen.close()
    withExtendedLifetime(processes) {}
  }

  @Test func `every key works while a page is loading, and then the list is complete`() async throws {
    let holocron = try await HolocronHarness()
    let origin = try await OriginProxy(before: holocron.base, in: holocron.sandbox)
    try origin.hold("planets/?page=")
    let processes = [
      try await holocron.broker(), try await holocron.cache(),
      try await holocron.fetcher(of: origin.base),
    ]
    let screen = try await holocron.explorer("slow", "planets", columns: 80, rows: 24)
    try await screen.shows("in the origin's order", "▸ Tatooine", "loading")
    try await screen.press("Down", "j")
    try await screen.shows("▸ Yavin IV")
    try await screen.press("?")
    try await screen.shows("Help", "Navigation")
    try await screen.press("Escape")
    try await screen.shows("the help is gone") { !$0.contains("Navigation") && $0.contains("▸ Yavin IV") }
    try await screen.press("s")
    try await screen.type("popul")
    try await screen.press("Enter")
    // Sorting needs all pages.
    try await screen.shows("in the origin's order", "loading 10 of 60")
    try await screen.press("6")
    try await screen.shows("Starships  36", "A-wing")
    try await screen.press("3")
    try await screen.shows("loading 10 of 60", "▸ Yavin IV")
    try origin.release()
    try await screen.shows("by population", "▸ Yavin IV")
    // Leaving the list cancelled its requests, and coming back sent each of them again, whatever keys were pressed.
    for page in 2...6 { #expect((1...2).contains(holocron.requests(for: "/api/planets/?page=\(page)")), "page \(page)") }
    try await screen.press("q")
    #expect(try await screen.ending() == 0)
    try await screen.close()
    withExtendedLifetime(processes) {}
  }

  @Test func `a user keeps browsing while the origin is killed and restarted`() async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    let screen = try await holocron.explorer("outage", "people", columns: 132, rows: 43)
    // Names of homeworlds come one by one; the one that is shown later has to be there.
    try await screen.shows("People  82", "▸ Ackbar", "Mon Cala", "Coruscant")
    try await holocron.origin.killAndWait()
    // Cached records stay readable.
    try await screen.press("Down", "Enter")
    try await screen.shows("▸ Adi Gallia", "Coruscant")
    try await screen.press("6")
    // By then, requests for names may have opened the circuit breaker.
    try await screen.shows("Couldn't load this", "/api")
    try await screen.press("2")
    try await screen.shows("People  82", "▸ Adi Gallia")
    let second = try await holocron.sandbox.service("holocron-origin", "--port", holocron.port)
    _ = try await second.firstLine()
    try await screen.press("6")
    // The origin is not asked again while the failure is cached.
    try await eventually(
      "a retry shows the starships",
      isTrue: {
        try await screen.press("r")
        let text = try await screen.text()
        return text.contains("Starships  36") && text.contains("▸ A-wing")
      })
    try await screen.press("q")
    #expect(try await screen.ending() == 0)
    try await screen.close()
    withExtendedLifetime((processes, second)) {}
  }

  @Test func `the explorer reports a killed broker, keeps its screen, and continues when the broker is restarted`() async throws {
    let holocron = try await HolocronHarness()
    let broker = try await holocron.broker()
    let processes = [try await holocron.cache(), try await holocron.fetcher()]
    let screen = try await holocron.explorer("bus", "people", columns: 132, rows: 43)
    try await screen.shows("People  82", "▸ Ackbar", "2 workers")
    try await broker.killAndWait()
    try await screen.shows("no bus", "offline", "▸ Ackbar")
    try await screen.press("Down")
    try await screen.shows("▸ Adi Gallia")
    let second = try await holocron.broker()
    try await screen.shows("2 workers", "▸ Adi Gallia")
    try await screen.press("1")
    try await screen.shows("Films  6", "A New Hope")
    try await screen.press("q")
    #expect(try await screen.ending() == 0)
    try await screen.close()
    withExtendedLifetime((processes, second)) {}
  }
}
