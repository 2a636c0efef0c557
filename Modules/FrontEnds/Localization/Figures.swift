/// English number formatting for the commands.
public enum Figures {
  private static let english = English().figures

  /// Formats an integer with digit groups: `1,234,567`.
  public static func grouped(_ number: Int) -> String { english.integer(number) }

  /// Formats a fraction from 0 to 1 as a percentage with one decimal: `97.5%`.
  public static func percent(_ share: Double) -> String { english.percent(share) }

  /// Formats milliseconds, in seconds from 10 s on: `0.4 ms`, `12 ms`, `12.5 s`.
  public static func milliseconds(_ value: Double) -> String { english.milliseconds(value) }

  /// Formats a byte count: `640 B`, `12.0 KiB`, `3.4 MiB`.
  public static func bytes(_ count: Int) -> String { english.bytes(count) }

  /// Formats seconds in one unit, rounded down: `40 s`, `2 min`, `3 h`, `5 d`.
  public static func age(_ seconds: Int) -> String { english.age(seconds) }

  /// Formats seconds in one or two units: `40 s`, `12 min`, `5 h 3 min`, `3 d 4 h`.
  public static func duration(_ seconds: Double) -> String { english.duration(seconds) }

  /// Formats the time that something took: `640 ms`, `2.1 s`, `12 min`.
  public static func elapsed(_ seconds: Double) -> String { english.elapsed(seconds) }

  /// Formats a rate: `0.4/s`, `1,250/s`.
  public static func rate(_ perSecond: Double) -> String {
    // Counters come from other processes, so limit the value to the range of Int.
    "\(perSecond < 10 ? english.decimal(perSecond) : grouped(Int(min(perSecond, 1e15).rounded())))/s"
  }

  /// Returns the number and its noun: `1 film`, `1,234 films`.
  public static func counted(_ count: Int, _ one: String, _ other: String) -> String { "\(grouped(count)) \(count == 1 ? one : other)" }
}
