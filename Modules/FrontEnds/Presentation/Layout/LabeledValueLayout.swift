import Text

/// Layout of labelled values in a detail view: a column of labels, with the values wrapped beside it.
public enum LabeledValueLayout {
  static let gap = 2

  /// Returns the values as lines. `labels` is the width of the label column, which several groups can share.
  public static func lines(of values: [LabeledValue], labels: Int, within columns: Int?) -> [StyledText] {
    var lines: [StyledText] = []
    let indent = labels + gap
    for entry in values {
      // If the screen is too narrow for both columns, the value goes below its label.
      let beside = columns.map { $0 - indent >= 12 } ?? true
      let width = columns.map { max(1, beside ? $0 - indent : $0 - gap) }
      let value = width.map { set(entry.values, within: $0) } ?? [entry.line]
      if !beside { lines.append(StyledText(entry.label, .muted)) }
      for (index, line) in value.enumerated() {
        let label = beside && index == 0 ? entry.label : ""
        lines.append(StyledText(label.padded(to: beside ? indent : gap), .muted) + line)
      }
    }
    return lines
  }

  /// Returns values with separators, wrapped so that a value is only broken if it is wider than a line. A separator stays with the value on
  /// its left.
  private static func set(_ values: [StyledText], within columns: Int) -> [StyledText] {
    let separator = StyledText(" ·", .muted)
    var lines: [StyledText] = []
    var line = StyledText()
    for (index, value) in values.enumerated() {
      let piece = index == values.count - 1 ? value : value + separator
      if line.columns > 0, line.columns + 1 + piece.columns <= columns {
        line += StyledText(" ") + piece
        continue
      }
      if line.columns > 0 { lines.append(line) }
      let wrapped = piece.wrapped(to: columns)
      lines += wrapped.dropLast()
      line = wrapped.last ?? StyledText()
    }
    return lines + [line]
  }

  /// Returns the width of the widest label in `groups`.
  public static func labelWidth(of groups: some Sequence<[LabeledValue]>) -> Int {
    groups.reduce(0) { width, values in values.reduce(width) { max($0, $1.label.columns) } }
  }
}
