/// Horizontal alignment of text in a column.
public enum Alignment: Sendable, Hashable {
  case leading, trailing, center
}

extension String {
  /// Returns the text truncated to `columns`, ending in an ellipsis if it was cut.
  public func truncated(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    guard columns > 0 else { return "" }
    var kept = ""
    var used = 0
    for character in self {
      let width = character.columns
      if used + width > columns - 1 { break }
      kept.append(character)
      used += width
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// The text for an error message, truncated to 60 columns: the words of a user may be of any length.
  public var shortened: String { truncated(to: 60) }
  /// The text in single quotes for an error message, ``shortened``.
  public var quoted: String { "'\(shortened)'" }

  /// Returns the text padded with spaces to `columns`; longer text is unchanged.
  public func padded(to columns: Int, _ alignment: Alignment = .leading) -> String {
    let missing = columns - self.columns
    guard missing > 0 else { return self }
    let left =
      switch alignment {
      case .leading: 0
      case .trailing: missing
      case .center: missing / 2
      }
    return String(repeating: " ", count: left) + self + String(repeating: " ", count: missing - left)
  }

  /// Returns lines of at most `columns`, broken between words, and between the characters of Chinese and Japanese text. A word wider than a
  /// line starts a line and is broken at the line's end; a character wider than a line has a line of its own. Never empty. Takes linear time.
  public func wrapped(to columns: Int) -> [String] {
    let columns = max(1, columns)
    if utf8.count <= columns, isSingleSpaced { return [self] }
    var lines: [String] = []
    var line = ""
    var used = 0
    func endLine() {
      lines.append(line)
      line = ""
      used = 0
    }
    for (part, followsSpace) in wrappableParts {
      let width = part.columns
      if used > 0, used + (followsSpace ? 1 : 0) + width > columns { endLine() }
      guard width <= columns else {
        for character in part {
          let width = character.columns
          if used > 0, used + width > columns { endLine() }
          line.append(character)
          used += width
        }
        continue
      }
      if used > 0, followsSpace {
        line += " "
        used += 1
      }
      line += part
      used += width
    }
    if used > 0 || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// Whether the text is printable ASCII with single spaces between its words, so that a line that has room for its bytes is the text itself.
  private var isSingleSpaced: Bool {
    var previous = UInt8(ascii: " ")
    for byte in utf8 {
      guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// Returns lines wrapped to `columns` and, except for the last one, justified with spaces between the words.
  public func justified(to columns: Int) -> [String] {
    var lines = wrapped(to: columns)
    for index in lines.indices.dropLast() { lines[index] = lines[index].spread(to: columns) }
    return lines
  }

  /// Returns the words with the gaps between them widened to fill `columns`. Text that is already as wide is not changed.
  public func spread(to columns: Int) -> String {
    let words = split(separator: " ")
    let gaps = words.count - 1
    let spaces = columns - words.reduce(0) { $0 + String($1).columns }
    guard gaps > 0, spaces > gaps else { return words.joined(separator: " ") }
    var line = ""
    for (index, word) in words.enumerated() {
      line += word
      // Distributes the wider gaps evenly along the line.
      if index < gaps { line += String(repeating: " ", count: spaces * (index + 1) / gaps - spaces * index / gaps) }
    }
    return line
  }
}
