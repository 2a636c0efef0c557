import Text

extension StyledText {
  /// Returns rows of at most `columns`, broken after a space in the second half of the row, else between any two characters; rows after the
  /// first are indented by `indent` columns. Unlike ``wrapped(to:)``, keeps every character, spaces included. Never empty.
  ///
  /// - Parameter limit: maximum number of rows; what does not fit is left out.
  public func folded(to columns: Int, indent: Int, limit: Int = .max) -> [StyledText] {
    guard self.columns > columns else { return [self] }
    let margin = max(0, min(indent, columns - 2))
    let characters = spans.flatMap { span in span.text.map { (character: $0, role: span.role) } }
    var rows: [StyledText] = []
    var start = 0
    while start < characters.count, rows.count < limit {
      let used = rows.isEmpty ? 0 : margin
      var end = start
      var width = used
      while end < characters.count, case let next = characters[end].character.columns, end == start || width + next <= columns {
        width += next
        end += 1
      }
      if end < characters.count, let space = characters[start..<end].lastIndex(where: { $0.character == " " }),
        space - start >= (end - start) / 2
      {
        end = space + 1
      }
      var row = StyledText(used > 0 ? [Span(String(repeating: " ", count: used))] : [])
      for (character, role) in characters[start..<end] {
        if row.spans.count > (used > 0 ? 1 : 0), row.spans[row.spans.count - 1].role == role {
          row.spans[row.spans.count - 1].append(character)
        } else {
          row.spans.append(Span(String(character), role))
        }
      }
      rows.append(row)
      start = end
    }
    return rows
  }
}
