import Testing
import Text

struct QuantityTests {
  @Test(arguments: [
    ("0", Duration.zero), ("0s", .zero), ("500ms", .milliseconds(500)), ("2s", .seconds(2)), ("1.5s", .milliseconds(1_500)),
    ("10m", .seconds(600)), ("24h", .seconds(86_400)), ("30d", .seconds(2_592_000)),
  ])
  func `a duration is parsed`(text: String, expected: Duration) {
    #expect(DurationText.parse(text) == expected)
  }

  @Test(arguments: ["", "5", "s", "-1s", "1 s", "1e3s", "1s2", "1.2.3s", "١s", "ms", "99999999999d", "nan", "infs", "0x1s"])
  func `an invalid duration is rejected`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.milliseconds(500), "500ms"), (.milliseconds(1_500), "1500ms"), (.seconds(90), "90s"), (.seconds(120), "2m"),
    (.seconds(86_400), "1d"), (.seconds(90_000), "25h"),
  ])
  func `a duration is formatted in its largest exact unit`(duration: Duration, expected: String) {
    #expect(DurationText.format(duration) == expected)
    #expect(DurationText.parse(expected) == duration)
  }

  @Test(arguments: [
    ("0", 0), ("1023", 1_023), ("1B", 1), ("64KiB", 65_536), ("64kib", 65_536), ("16MiB", 16_777_216), ("1GiB", 1_073_741_824),
  ])
  func `a size is parsed`(text: String, expected: Int) {
    #expect(ByteCount.parse(text) == expected)
  }

  @Test(arguments: ["", "-1", "1KB", "1 KiB", "KiB", "1.5MiB", "9223372036854775807KiB", "99999999999999999999", "1KiBx"])
  func `an invalid size is rejected`(text: String) {
    #expect(ByteCount.parse(text) == nil)
  }

  @Test(arguments: [(0, "0"), (1_000, "1000"), (1_024, "1KiB"), (1_536, "1536"), (16 << 20, "16MiB"), (3 << 30, "3GiB")])
  func `a size is formatted in its largest exact unit`(bytes: Int, expected: String) {
    #expect(ByteCount.format(bytes) == expected)
  }
}
