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
    (Quantity.duration(0), "0 ns"), (Quantity.duration(999), "999 ns"), (Quantity.duration(1_000), "1.00 µs"),
    (Quantity.duration(1_234_567), "1.23 ms"), (Quantity.duration(12_345_678), "12.3 ms"), (Quantity.duration(999_960), "1.00 ms"),
    (Quantity.duration(99_960_000), "100 ms"), (Quantity.duration(1 << 53), "9007199 s"), (Quantity.shortDuration(1e6), "1 ms"),
    (Quantity.shortDuration(5e9), "5 s"), (Quantity.count(999), "999"), (Quantity.count(1_234_567), "1,234,567"),
    (Quantity.count(-30_000), "-30,000"), (Quantity.percent(0), "0 %"), (Quantity.percent(1), "100 %"), (Quantity.percent(0.951), "95.1 %"),
    (Quantity.percent(0.000_2), "0.02 %"), (Quantity.percent(0.000_01), "< 0.01 %"), (Quantity.percent(0.999_95), "> 99.99 %"),
    (Quantity.percent(0.9995), "99.95 %"), (Quantity.rate(3.5), "3.5/s"), (Quantity.rate(1_000), "1,000/s"), (Quantity.rate(1e300), "–"),
    (Quantity.change(0.123), "+12.3 %"), (Quantity.change(-0.04), "-4.0 %"), (Quantity.change(-0.000_1), "±0.0 %"),
    (Quantity.bytes(512), "512 B"), (Quantity.bytes(1_536), "1.5 KiB"), (Quantity.seconds(0.125), "0.125 s"),
    (Quantity.decimal(1234.5, digits: 2), "1234.50"), (Quantity.decimal(-0.004, digits: 2), "0.00"),
    (Quantity.decimal(0.005, digits: 2), "0.01"), (Quantity.decimal(.nan, digits: 2), "–"), (Quantity.decimal(1e30, digits: 2), "1e+30"),
  ])
  func `numbers are written with units and a sensible number of digits`(text: String, expected: String) { #expect(text == expected) }

  @Test(
    arguments: [
      ("0", .zero), ("0s", .zero), ("500us", .microseconds(500)), ("500µs", .microseconds(500)), ("250ns", .nanoseconds(250)),
      ("5ms", .milliseconds(5)), ("1.5s", .milliseconds(1_500)), ("10m", .seconds(600)), ("168h", .seconds(604_800)),
    ] as [(String, Duration)])
  func `a duration is a number and a unit`(text: String, duration: Duration) throws {
    #expect(abs((try #require(DurationText.parse(text)) - duration) / .nanoseconds(1)) < 1)
  }

  @Test(arguments: [
    "", "5", "ms", "-1s", "+1s", "1e3s", "1.s", ".5s", "1..5s", "infs", "nans", "5 s", "169h", "5d", "99999999999999999999s",
  ])
  func `anything else is not a duration`(text: String) { #expect(DurationText.parse(text) == nil) }
}
