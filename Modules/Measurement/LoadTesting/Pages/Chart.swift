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

  /// A part of the x axis that is drawn pale, with a remark above: the warm-up.
  struct Shade {
    let from: Double
    let to: Double
    let label: String
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
  var shades: [Shade] = []
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
