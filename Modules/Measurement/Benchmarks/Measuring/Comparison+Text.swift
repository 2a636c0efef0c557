extension Comparison {
  /// A line for the title, for each series and for each bar.
  public var text: String {
    var lines = ["\(title); median of \(ours.values.count) \(ours.values.count == 1 ? "round" : "rounds") (spread)", Self.line(ours)]
    for reference in references {
      let ratios = ratios(to: reference)
      let spread = FigureText.range(Series.spread(of: ratios))
      lines.append("\(Self.line(reference)), ratio \(FigureText.text(Series.median(of: ratios))) (\(spread))")
    }
    lines += figures.map(Self.line)
    lines += bars.map(line)
    return lines.joined(separator: "\n")
  }

  private static func line(_ series: Series) -> String {
    let label = series.name + String(repeating: " ", count: max(0, 38 - series.name.count))
    return "  \(label) \(FigureText.text(series.median)) \(series.unit) (\(FigureText.range(series.spread)))"
  }

  private func line(_ bar: Bar) -> String {
    let subject =
      switch bar.figure {
      case .ratio(let name): "ratio to \(name)"
      case .median(let name): "median of \(name)"
      }
    let verdict = isMet(bar) ? "met" : "MISSED"
    return
      "  bar: \(subject) at \(bar.isMaximum ? "most" : "least") \(FigureText.text(bar.limit)): \(verdict) (\(FigureText.text(value(of: bar))))"
  }
}
