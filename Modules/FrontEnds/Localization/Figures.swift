/// Numbers as the commands write them: in English.
public enum Figures {
  private static let english = English().figures

  /// `1,234,567`
  public static func grouped(_ number: Int) -> String { english.integer(number) }

  /// A share from 0 to 1 with one decimal: `97.5 %`.
  public static func percent(_ share: Double) -> String { "\(english.decimal(share * 100)) %" }

  /// `0.4 ms`, `12 ms`, and from ten seconds on `12.5 s`.
  public static func milliseconds(_ value: Double) -> String { english.milliseconds(value) }

  /// `640 B`, `12.0 KiB`, `3.4 MiB`.
  public static func bytes(_ count: Int) -> String { english.bytes(count) }

  /// Seconds in one or two units: `40 s`, `12 min`, `5 h 3 min`, `3 d 4 h`.
  public static func duration(_ seconds: Double) -> String { english.duration(seconds) }
}
