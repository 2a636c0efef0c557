extension SWAPITechDialect {
  /// Returns a time in milliseconds since 1970 as the server writes it: `2025-09-15T09:37:19.660Z`.
  static func timestamp(_ milliseconds: Int64) -> String {
    let day = floored(milliseconds, 86_400_000)
    let time = milliseconds - day * 86_400_000
    let date = date(day)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
      + "\(padded(time / 3_600_000, 2)):\(padded(time / 60_000 % 60, 2)):\(padded(time / 1_000 % 60, 2)).\(padded(time % 1_000, 3))Z"
  }

  /// Returns the date of a day since 1970-01-01. Counts years from March, so that a leap day is the last day of its year.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = floored(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func floored(_ number: Int64, _ divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }

  private static func padded(_ number: Int64, _ length: Int) -> String {
    String(repeating: "0", count: max(0, length - String(number).utf8.count)) + String(number)
  }
}
