import Testing

@testable import LoadReports

struct GeneratorTests {
  private typealias Generator = LoadReport.Generator

  @Test func `a generator that sends nearly everything in time kept up`() {
    #expect(Generator(missed: 10, sent: 1_000, asked: 1_000).verdict == .keptUp)
    #expect(Generator(sent: 991, asked: 1_000).verdict == .keptUp)
    #expect(Generator(sent: 1_000, processorShare: 0.94).verdict == .keptUp)
  }

  @Test(arguments: [(0, "kept up: 0 requests late"), (1, "kept up: 1 request late"), (2, "kept up: 2 requests late")])
  func `the late requests of a generator that kept up are counted`(_ missed: Int, _ text: String) {
    #expect(Generator(missed: missed, sent: 1_000, asked: 1_000).text.hasPrefix(text))
  }

  @Test func `late sends make the generator the bottleneck`() {
    let generator = Generator(missed: 11, sent: 1_000, asked: 1_000)
    #expect(generator.verdict == .wasBottleneck(["1.1 % of the requests were sent late, by more than a tenth of their latency"]))
  }

  @Test func `requests that were never sent make the generator the bottleneck`() {
    #expect(Generator(sent: 1_500, asked: 3_000).verdict == .wasBottleneck(["1,500 of 3,000 requests were sent"]))
    #expect(Generator(sent: 0, asked: 1).verdict == .wasBottleneck(["0 of 1 requests were sent"]))
  }

  @Test func `a busy thread makes the generator the bottleneck of a closed loop only`() {
    #expect(
      Generator(sent: 1, processorShare: 0.99).verdict == .wasBottleneck(["a thread of the generator was busy 99 % of the time"]))
    #expect(Generator(sent: 1, asked: 1, processorShare: 0.99).verdict == .keptUp)
  }

  @Test func `there is no verdict on a generator that sent nothing`() {
    #expect(Generator().verdict == .unknown)
  }
}
