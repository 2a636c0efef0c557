import Testing

@testable import LoadTesting

struct LoadSessionTests {
  @Test(
    arguments: [
      (1, 1, 1, "1 request waited and 1 was not sent, because 1 was outstanding"),
      (1_200, 0, 3_000, "1,200 requests waited and 0 were not sent, because 3,000 were outstanding"),
    ]) func `the note about a slow target counts in good English`(waited: Int, withheld: Int, limit: Int, counts: String)
  {
    var measurements = Measurements()
    measurements.waited = waited
    measurements.withheld = withheld
    #expect(
      LoadSession.waitingNote(measurements, limit: limit)
        == "the target did not keep up: \(counts); use a lower --rate, or a higher --outstanding")
  }
}
