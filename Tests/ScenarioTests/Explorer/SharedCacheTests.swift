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
}
