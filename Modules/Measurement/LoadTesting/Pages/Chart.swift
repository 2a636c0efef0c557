import Text

/// A plot with two axes, independent of its size.
struct Chart {
  struct Point {
    let x: Double
    let y: Double
  }

  /// A line with a label at its end. A break in the data separates runs of points.
  struct Line {
    let label: String
    /// Class of the style sheet.
    let style: Markup
    let runs: [[Point]]
  }

  /// An area between two lines of the same length. An empty label is not shown.
  struct Band {
    let label: String
    let style: Markup
    let lower: [Point]
    let upper: [Point]
  }

  /// A part of the x axis with a text that appears under the pointer.
  struct Hover {
    let from: Double
    let to: Double
    let text: String
  }

  /// The name of the plot, for readers of the screen.
  let title: String
  /// What the plot shows, in a sentence.
  let summary: String
  /// Returns the scale of an axis with about the given number of ticks.
  let x: (Int) -> Scale
  let y: (Int) -> Scale
  var bands: [Band] = []
  var lines: [Line] = []
  /// The end of a part at the start that is drawn pale: the warm-up.
  var warmUpEnd: Double?
  var hovers: [Hover] = []

  /// The places of the labels, each at least `distance` from the next and inside `0…height`, in the order of `wanted`.
  static func spread(_ wanted: [Double], distance: Double, height: Double) -> [Double] {
    let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
    var placed = wanted
    var next = -Double.infinity
    for index in order {
      placed[index] = max(wanted[index], next)
      next = placed[index] + distance
    }
    // Push back what has left the plot.
    var limit = height
    for index in order.reversed() {
      placed[index] = min(placed[index], limit)
      limit = placed[index] - distance
    }
    return placed
  }
}

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
    \(grid)\(bands)\(lines)\(shade)\(labels)\(hovers)</svg>

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
  private var shade: Markup {
    guard let end = chart.warmUpEnd else { return "" }
    return """
      <rect class="shade" x="\(frame.left)" y="\(Chart.Frame.top)" width="\(across(end) - frame.left)" height="\(frame.plotHeight)"/>
      <path class="edge" d="M\(across(end)) \(Chart.Frame.top)V\(bottom)"/><text class="tick" x="\(frame.left)" y="\(Chart.Frame.top - 8)">warm-up</text>

      """
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
