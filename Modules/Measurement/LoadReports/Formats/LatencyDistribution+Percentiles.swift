import TerminalText

extension LatencyDistribution {
  /// The file `NAME.hgrm`: the percentile distribution in the text format of HdrHistogram, which its plotter reads. Values are milliseconds.
  ///
  /// The lines are those of HdrHistogram's percentile iterator with 5 ticks per half distance: five percentiles up to 50 %, five more up to
  /// 75 %, and so on, until one request remains. Their number is logarithmic in the number of requests.
  public var hgrm: String {
    var text = Self.line("Value", "Percentile", "TotalCount", "1/(1-Percentile)") + "\n"
    var sum = 0
    var level = 0.0
    for bucket in buckets {
      sum.addLimited(bucket.count)
      var isFirst = true
      while sum < count || isFirst, 100 * Double(sum) / Double(count) >= level {
        isFirst = false
        text += Self.line(value(min(bucket.value, maximum)), Self.share(level), "\(sum)", Quantity.decimal(100 / (100 - level), digits: 2))
        level += 100 / Double(5 << (1 + (100 / (100 - level)).exponent))
      }
    }
    // The line of 100 % has no fourth column, which would be infinite.
    if count > 0 { text += Self.line(value(maximum), Self.share(100), "\(count)") }
    text += "#[Mean    = \(milliseconds(mean)), StdDeviation   = \(milliseconds(standardDeviation))]\n"
    text += "#[Max     = \(milliseconds(Double(maximum))), Total count    = \("\(count)".padded(to: 12, .trailing))]\n"
    text += "#[Buckets = \("\(buckets.count)".padded(to: 12, .trailing)), SubBuckets     = \("1".padded(to: 12, .trailing))]\n"
    return text
  }

  private static func line(_ cells: String...) -> String {
    zip(cells, [12, 14, 10, 14]).map { $0.padded(to: $1, .trailing) }.joined(separator: " ") + "\n"
  }

  private static func share(_ level: Double) -> String { Quantity.decimal(level / 100, digits: 12) }

  private func value(_ nanoseconds: Int) -> String { Quantity.decimal(Double(nanoseconds) / 1e6, digits: 6) }

  private func milliseconds(_ nanoseconds: Double) -> String { Quantity.decimal(nanoseconds / 1e6, digits: 3).padded(to: 12, .trailing) }
}
