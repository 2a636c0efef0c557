import TestSupport
import Testing

/// Scenarios with several explorers on one cache.
@Suite(.serialized) struct SharedCacheTests {
  @Test func `a reload in one explorer updates the other explorer`() async throws {
    let holocron = try await HolocronHarness()
    let origin = try await OriginProxy(before: holocron.base, in: holocron.sandbox)
    let processes = [
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
    try origin.replace("Luke Skywalker", with: "Luke Starkiller")
    try await first.press("r")
    try await first.shows("Luke Starkiller")
    try await second.shows("▸ Luke Starkiller")
    // In the other direction, with a whole list.
    try origin.replace("Luke Skywalker", with: "Luke Lightsider")
    try await second.press("r")
    try await second.shows("▸ Luke Lightsider")
    try await first.shows("Luke Lightsider")
    for screen in [first, second] {
      try await screen.press("q")
      #expect(try await screen.ending() == 0)
      try await screen.close()
    }
    withExtendedLifetime(processes) {}
  }

  @Test func `with two explorers, the command line and a search worker, the origin gets one request per page and record`() async throws {
    let holocron = try await HolocronHarness()
    let processes = [
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
    #expect(try await holocron.run("people", "--all", "--json").code == 0)
    #expect(try await holocron.run("show", "luke").code == 0)
    for screen in [first, second] {
      try await screen.press("2", "Enter")
      try await screen.shows("people/27", "Mon Calamari")
      try await screen.press("q")
      #expect(try await screen.ending() == 0)
      try await screen.close()
    }
    let targets = holocron.targets.filter { $0 != "/api/" }
    let repeated = Dictionary(grouping: targets) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(targets.count > 20)
    #expect(repeated.isEmpty, "requested more than once: \(repeated)")
    withExtendedLifetime(processes) {}
  }
}
