import TestSupport
import Testing

/// Several explorers at one cache.
@Suite(.serialized) struct SharedCacheTests {
  @Test func `what one explorer reloads the other one sees, and what did not change is young again`() async throws {
    let holocron = try await Holocron()
    let origin = try await ChangingOrigin(before: holocron.base, in: holocron.sandbox)
    let parts = [
      try await holocron.broker(), try await holocron.cache(),
      try await holocron.fetcher(of: origin.base),
    ]
    let first = try await holocron.explorer("first", "people/1", columns: 80, rows: 24)
    let second = try await holocron.explorer("second", "people", columns: 132, rows: 43)
    try await first.shows("Luke Skywalker", "A New Hope")
    try await second.shows("People  82")
    try await second.press("f")
    try await second.type("luke")
    try await second.press("Enter")
    try await second.shows("1 of 82", "▸ Luke Skywalker")
    try origin.write("Luke Starkiller", for: "Luke Skywalker")
    try await first.press("r")
    try await first.shows("Luke Starkiller")
    try await second.shows("▸ Luke Starkiller")
    // The other way round, a whole list.
    try origin.write("Luke Lightsider", for: "Luke Skywalker")
    try await second.press("r")
    try await second.shows("▸ Luke Lightsider")
    try await first.shows("Luke Lightsider")
    for screen in [first, second] {
      try await screen.press("q")
      #expect(try await screen.ending() == 0)
      try await screen.close()
    }
    withExtendedLifetime(parts) {}
  }

  @Test func `two explorers, the command line and a search worker ask the origin for each page and record once`() async throws {
    let holocron = try await Holocron()
    let parts = [
      try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher(), try await holocron.fetcher(),
      try await holocron.search(),
    ]
    let first = try await holocron.explorer("first", "people", columns: 132, rows: 43)
    let second = try await holocron.explorer("second", "starships", columns: 80, rows: 24)
    let counts = ["Films  6", "People  82", "Planets  60", "Species  37", "Vehicles  39", "Starships  36"]
    for (number, count) in counts.enumerated() {
      try await first.press(String(number + 1))
      try await second.press(String(6 - number))
      try await first.shows(count)
      try await second.shows(counts[5 - number])
    }
    #expect(try await holocron.holocron("people", "--all", "--json").code == 0)
    #expect(try await holocron.holocron("show", "luke").code == 0)
    for screen in [first, second] {
      try await screen.press("2", "Enter")
      try await screen.shows("people/27", "Mon Calamari")
      try await screen.press("q")
      #expect(try await screen.ending() == 0)
      try await screen.close()
    }
    let targets = holocron.targets.filter { $0 != "/api/" }
    let often = Dictionary(grouping: targets) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(targets.count > 20)
    #expect(often.isEmpty, "asked more than once: \(often)")
    withExtendedLifetime(parts) {}
  }
}
