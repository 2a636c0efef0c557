/// A plot of lines with two axes.
struct Chart {
  struct Point {
    let x: Double
    let y: Double
  }

  /// A line with its name in the legend. A break in the data separates runs of points.
  struct Line {
    let label: String
    /// Class of the style sheet.
    let style: Markup
    let runs: [[Point]]
  }

  /// The name of the plot and what it shows, for readers of the screen.
  let title: String
  let summary: String
  let x: Scale
  let y: Scale
  let lines: [Line]
  /// The end of a part at the start that is drawn pale: the warm-up.
  var warmUpEnd: Double?

  /// The size of the drawing in CSS pixels, and the space around the plot.
  private static let (width, height, left, right, top, bottom) = (860.0, 310.0, 64.0, 16.0, 22.0, 26.0)
  private static let end = (x: width - right, y: height - bottom)

  private func across(_ value: Double) -> Double { Self.left + x.position(value) * (Self.end.x - Self.left) }
  private func down(_ value: Double) -> Double { Self.top + (1 - y.position(value)) * (Self.end.y - Self.top) }

  var figure: Markup {
    """
    <figure class="scroll"><figcaption>\(legend)</figcaption><svg viewBox="0 0 \(Self.width) \(Self.height)" role="img" aria-label="\(title). \(summary)">
    \(grid)\(plot)\(shade)</svg></figure>

    """
  }

  private var grid: Markup {
    let horizontal = y.ticks.map { tick in
      let place = down(tick.value)
      return """
        <path class="grid" d="M\(Self.left) \(place)H\(Self.end.x)"/><text class="tick" x="\(Self.left - 8)" y="\(place + 4)" text-anchor="end">\(tick.label)</text>

        """ as Markup
    }
    let vertical = x.ticks.map { tick in
      let place = across(tick.value)
      return """
        <path class="grid" d="M\(place) \(Self.top)V\(Self.end.y + 4)"/><text class="tick" x="\(place)" y="\(Self.end.y + 18)" text-anchor="middle">\(tick.label)</text>

        """ as Markup
    }
    return (horizontal + vertical).joined()
  }

  private var plot: Markup {
    lines.map { line in
      let d = line.runs.map { run in
        run.enumerated().map { "\($0 == 0 ? "M" : "L" as Markup)\(across($1.x)) \(down($1.y))" as Markup }.joined()
      }.joined()
      return "<path class=\"line \(line.style)\" d=\"\(d)\"/>\n" as Markup
    }.joined()
  }

  private var legend: Markup { lines.map { "<span class=\"\($0.style)\">\($0.label)</span>" as Markup }.joined() }

  /// Drawn over the lines, which become paler.
  private var shade: Markup {
    guard let warmUpEnd else { return "" }
    let (end, height) = (across(warmUpEnd), Self.end.y - Self.top)
    return """
      <rect class="shade" x="\(Self.left)" y="\(Self.top)" width="\(end - Self.left)" height="\(height)"/>
      <path class="edge" d="M\(end) \(Self.top)V\(Self.end.y)"/><text class="tick" x="\(Self.left)" y="\(Self.top - 8)">warm-up</text>

      """
  }
}
