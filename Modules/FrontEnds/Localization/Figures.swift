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
}
