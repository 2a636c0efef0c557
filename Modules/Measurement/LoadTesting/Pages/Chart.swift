import Text

/// A plot of lines with two axes.
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

  /// A part of the x axis with a text that appears under the pointer.
  struct Hover {
    let from: Double
    let to: Double
    let text: String
  }

  /// The name of the plot and what it shows, for readers of the screen.
  let title: String
  let summary: String
  let x: Scale
  let y: Scale
  let lines: [Line]
  /// The end of a part at the start that is drawn pale: the warm-up.
  var warmUpEnd: Double?
  var hovers: [Hover] = []

  /// The size of the drawing in CSS pixels, and the space around the plot.
  private static let (width, height, left, right, top, bottom) = (860.0, 310.0, 64.0, 80.0, 22.0, 26.0)
  private static let end = (x: width - right, y: height - bottom)

  private func across(_ value: Double) -> Double { Self.left + x.position(value) * (Self.end.x - Self.left) }
  private func down(_ value: Double) -> Double { Self.top + (1 - y.position(value)) * (Self.end.y - Self.top) }

  var figure: Markup {
    """
    <figure class="scroll"><svg viewBox="0 0 \(Self.width) \(Self.height)" role="img" aria-label="\(title). \(summary)">
    \(grid)\(plot)\(shade)\(labels)\(overlays)</svg></figure>

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

  /// The labels of lines at the heights of their last points, each after a sample.
  private var labels: Markup {
    let ends = lines.compactMap { line in line.runs.last?.last.map { (line: line, height: down($0.y)) } }
    let places = Self.spread(ends.map(\.height), distance: 15, height: Self.end.y)
    return zip(ends, places).map { end, place in
      """
      <path class="line \(end.line.style)" d="M\(Self.end.x + 6) \(place)h12"/><text class="label" x="\(Self.end.x + 22)" y="\(place + 4)">\(end.line.label.printable.truncated(to: 9))</text>

      """ as Markup
    }.joined()
  }

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

  /// Drawn over the lines, which become paler.
  private var shade: Markup {
    guard let warmUpEnd else { return "" }
    let (end, height) = (across(warmUpEnd), Self.end.y - Self.top)
    return """
      <rect class="shade" x="\(Self.left)" y="\(Self.top)" width="\(end - Self.left)" height="\(height)"/>
      <path class="edge" d="M\(end) \(Self.top)V\(Self.end.y)"/><text class="tick" x="\(Self.left)" y="\(Self.top - 8)">warm-up</text>

      """
  }

  private var overlays: Markup {
    hovers.map { hover in
      """
      <rect class="hover" x="\(across(hover.from))" y="\(Self.top)" width="\(across(hover.to) - across(hover.from))" height="\(Self.end.y - Self.top)"><title>\(hover.text)</title></rect>

      """ as Markup
    }.joined()
  }
}
