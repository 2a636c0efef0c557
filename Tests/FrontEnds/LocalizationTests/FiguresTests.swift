import Testing

@testable import Localization

@Suite struct FiguresTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (Int.min, "-9,223,372,036,854,775,808")])
  func `integers have digit groups`(number: Int, text: String) { #expect(Figures.grouped(number) == text) }

  @Test(arguments: [(0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (204_800, "200.0 KiB"), (3 << 30, "3.0 GiB")])
  func `byte counts are formatted`(count: Int, text: String) { #expect(Figures.bytes(count) == text) }

  @Test(arguments: [(0.0, "0 s"), (59.9, "59 s"), (61, "1 min"), (3_600, "1 h"), (3_700, "1 h 1 min"), (90_000, "1 d 1 h")])
  func `durations are formatted`(seconds: Double, text: String) { #expect(Figures.duration(seconds) == text) }

  @Test(arguments: [(-1, "0 s"), (59, "59 s"), (7_300, "2 h"), (86_399, "23 h"), (259_200, "3 d")])
  func `ages are formatted in one unit`(seconds: Int, text: String) { #expect(Figures.age(seconds) == text) }

  @Test func `percentages and milliseconds are formatted`() {
    #expect(Figures.percent(0.975) == "97.5%")
    #expect(Figures.percent(1) == "100.0%")
    #expect(Figures.milliseconds(0.44) == "0.4 ms")
    #expect(Figures.milliseconds(12.4) == "12 ms")
  }
}
