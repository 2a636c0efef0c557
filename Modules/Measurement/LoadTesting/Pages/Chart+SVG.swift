import TerminalText

extension Chart {
  /// The size of a drawing in CSS pixels and the space around the plot.
  struct Frame {
    let name: Markup
    let width: Double
    let height: Double
    let left: Double
    let right: Double
    let ticks: (x: Int, y: Int)

    static let top = 22.0
    static let bottom = 26.0

    /// For windows of a computer and for phones: text in a drawing scales with it, so that one drawing would not be readable on both.
    static let all = [
      Frame(name: "wide", width: 860, height: 310, left: 64, right: 80, ticks: (10, 7)),
      Frame(name: "narrow", width: 360, height: 260, left: 58, right: 78, ticks: (4, 6)),
    ]

    var plotWidth: Double { width - left - right }
    var plotHeight: Double { height - Self.top - Self.bottom }
  }

  /// The plot in both sizes; the style sheet shows one of them.
  var figure: Markup {
    let drawings = Frame.all.map { Drawing(chart: self, frame: $0).svg }.joined()
    return "<figure>\(drawings)</figure>\n"
  }
}

/// A chart in one size.
private struct Drawing {
  let chart: Chart
  let frame: Chart.Frame
  let x: Scale
  let y: Scale

  init(chart: Chart, frame: Chart.Frame) {
    self.chart = chart
    self.frame = frame
    x = chart.x(frame.ticks.x)
    y = chart.y(frame.ticks.y)
  }

  private func across(_ value: Double) -> Double { frame.left + x.position(value) * frame.plotWidth }
  private func down(_ value: Double) -> Double { Chart.Frame.top + (1 - y.position(value)) * frame.plotHeight }
  private var bottom: Double { Chart.Frame.top + frame.plotHeight }
  private var right: Double { frame.left + frame.plotWidth }

  var svg: Markup {
    """
    <svg class="\(frame.name)" viewBox="0 0 \(frame.width) \(frame.height)" role="img" aria-label="\(chart.title). \(chart.summary)">
    \(grid)\(bands)\(lines)\(shades)\(labels)\(hovers)</svg>

    """
  }

  private var grid: Markup {
    let horizontal = y.ticks.map { tick in
      let place = down(tick.value)
      return """
        <path class="grid" d="M\(frame.left) \(place)H\(right)"/><text class="tick" x="\(frame.left - 8)" y="\(place + 4)" text-anchor="end">\(tick.label)</text>

        """ as Markup
    }
    let vertical = x.ticks.map { tick in
      """
      <path class="grid" d="M\(across(tick.value)) \(Chart.Frame.top)V\(bottom + 4)"/><text class="tick" x="\(across(tick.value))" y="\(bottom + 18)" text-anchor="middle">\(tick.label)</text>

      """ as Markup
    }
    return horizontal.joined() + vertical.joined()
  }

  private var bands: Markup {
    chart.bands.filter { !$0.upper.isEmpty }.map { band in
      "<path class=\"area \(band.style)\" d=\"M\(path(band.upper))L\(path(band.lower.reversed()))Z\"/>\n" as Markup
    }.joined()
  }

  private var lines: Markup {
    chart.lines.map { line in
      let d = line.runs.filter { !$0.isEmpty }.map { "M\(path($0))" as Markup }.joined()
      return "<path class=\"line \(line.style)\" d=\"\(d)\"/>\n" as Markup
    }.joined()
  }

  private func path(_ points: [Chart.Point]) -> Markup {
    points.enumerated().map { index, point in "\(index == 0 ? "" : "L" as Markup)\(across(point.x)) \(down(point.y))" as Markup }.joined()
  }

  /// The labels of lines at the heights of their last points, and of bands at the middles of their right sides, each after a sample.
  private var labels: Markup {
    var ends: [(label: String, style: Markup, isBand: Bool, height: Double)] = []
    for line in chart.lines {
      if let last = line.runs.last?.last { ends.append((line.label, line.style, false, down(last.y))) }
    }
    for band in chart.bands where !band.label.isEmpty {
      if let upper = band.upper.last, let lower = band.lower.last {
        ends.append((band.label, band.style, true, (down(upper.y) + down(lower.y)) / 2))
      }
    }
    let places = Chart.spread(ends.map(\.height), distance: 15, height: bottom)
    return zip(ends, places).map { end, place in
      let sample: Markup =
        end.isBand
        ? "<rect class=\"swatch \(end.style)\" x=\"\(right + 6)\" y=\"\(place - 5)\" width=\"12\" height=\"10\"/>"
        : "<path class=\"line \(end.style)\" d=\"M\(right + 6) \(place)h12\"/>"
      return """
        \(sample)<text class="label" x="\(right + 22)" y="\(place + 4)">\(end.label.printable.truncated(to: 9))</text>

        """ as Markup
    }.joined()
  }

  /// Drawn over the bands and lines, which become paler.
  private var shades: Markup {
    chart.shades.map { shade in
      """
      <rect class="shade" x="\(across(shade.from))" y="\(Chart.Frame.top)" width="\(across(shade.to) - across(shade.from))" height="\(frame.plotHeight)"/>
      <path class="edge" d="M\(across(shade.to)) \(Chart.Frame.top)V\(bottom)"/><text class="tick" x="\(across(shade.from))" y="\(Chart.Frame.top - 8)">\(shade.label)</text>

      """ as Markup
    }.joined()
  }

  /// Only the wide drawing has them: a phone has no pointer.
  private var hovers: Markup {
    guard frame.width > 500 else { return "" }
    return chart.hovers.map { hover in
      """
      <rect class="hover" x="\(across(hover.from))" y="\(Chart.Frame.top)" width="\(across(hover.to) - across(hover.from))" height="\(frame.plotHeight)"><title>\(hover.text)</title></rect>

      """ as Markup
    }.joined()
  }
}
