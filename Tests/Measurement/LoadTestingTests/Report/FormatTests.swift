import Testing

@testable import LoadTesting

struct FormatTests {
  @Test func `CSV has a line per interval, and empty cells for absent values`() {
    #expect(
      SampleReports.small.csv == """
        start_s,duration_s,warm_up,intended_rate,sent,done,errors,missed,\
        latency_p50_ns,latency_p90_ns,latency_p95_ns,latency_p99_ns,latency_p99.9_ns,latency_max_ns,latency_mean_ns,\
        service_p50_ns,service_p90_ns,service_p95_ns,service_p99_ns,service_p99.9_ns,service_max_ns,service_mean_ns
        0,1,1,4,4,4,0,0,,,,,,,,,,,,,,
        1,1,0,4,4,4,0,0,1003519,10000000,10000000,10000000,10000000,10000000,3503519,1000000,1000000,1000000,1000000,1000000,1000000,1000000
        2,1,0,4,4,3,1,0,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000

        """)
    #expect(SampleReports.empty.csv.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (1_234_567, "1.23 ms"), (12_345_678, "12.3 ms"), (999_960, "1.00 ms"),
    (850_400, "850 µs"), (99_960_000, "100 ms"), (75_300_000_000, "75.3 s"), (1 << 53, "9007199 s"),
  ])
  func `a duration has three significant digits`(nanoseconds: Int, text: String) {
    #expect(Quantity.duration(nanoseconds) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-30_000, "-30,000")])
  func `counts have groups of three digits`(count: Int, text: String) {
    #expect(Quantity.count(count) == text)
  }

  @Test(arguments: [
    (0, "0 %"), (1, "100 %"), (0.951, "95.1 %"), (0.5, "50 %"), (0.000_2, "0.02 %"), (0.000_01, "< 0.01 %"), (0.999_95, "> 99.99 %"),
    (0.9995, "99.95 %"),
  ])
  func `a share that is not quite 0 or 1 is not rounded to it`(share: Double, text: String) {
    #expect(Quantity.percent(share) == text)
  }

  @Test func `rates, changes, bytes and seconds have units`() {
    #expect([0, 3.5, 99.96, 1_000, 1e300].map { Quantity.rate($0) } == ["0/s", "3.5/s", "100/s", "1,000/s", "–"])
    #expect([0.123, -0.04, 0, -0.000_1, .infinity].map { Quantity.change($0) } == ["+12.3 %", "-4.0 %", "±0.0 %", "±0.0 %", "–"])
    #expect([512, 8 << 30, 1_536].map { Quantity.bytes($0) } == ["512 B", "8 GiB", "1.5 KiB"])
    #expect([0.125, 30, 2.5].map { Quantity.seconds($0) } == ["0.125 s", "30 s", "2.5 s"])
    #expect([1e6, 2e5, 5e9, 1].map { Quantity.shortDuration($0) } == ["1 ms", "200 µs", "5 s", "1 ns"])
  }

  @Test func `decimals are rounded, and numbers too large for them keep an exponent`() {
    #expect([1234.5, -0.004, 0.005, .nan].map { Quantity.decimal($0, digits: 2) } == ["1234.50", "0.00", "0.01", "–"])
    #expect(Quantity.decimal(1e30, digits: 2) == "1e+30")
  }

  @Test(arguments: [([], ""), ([0, 0], ""), ([5], "█"), ([0, 100], "▁█"), ([.max, 1], "█▁")] as [([Int], String)])
  func `a sparkline has a bar for each value`(values: [Int], bars: String) { #expect(Quantity.sparkline(values) == bars) }
}
