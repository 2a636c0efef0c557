import Testing

@testable import Presentation

@Suite struct ProgressLineTests {
  @Test func `progress has a bar if there is room`() {
    let line = ProgressLine(done: 65, total: 260, elapsed: .seconds(2))
    #expect(line.text(columns: 80) == "███████▌                         25%  65/260  33/s  6 s left")
    #expect(line.text(columns: 32) == " 25%  65/260  33/s  6 s left")
    #expect(line.text(columns: 10) == " 25%  65/…")
    #expect(ProgressLine(done: 0, total: 0, elapsed: .zero).text(columns: 40) == "\(String(repeating: " ", count: 29))    0%  0/0")
    #expect(ProgressLine(done: 260, total: 260, elapsed: .seconds(2)).text(columns: 80).hasSuffix("100%  260/260  130/s"))
  }

  @Test(arguments: [(3.2, "4 s"), (125, "2:05"), (3_600, "1:00:00"), (1e12, "99:59:59")])
  func `the time left is formatted`(seconds: Double, text: String) { #expect(ProgressLine.clock(seconds) == text) }
}
