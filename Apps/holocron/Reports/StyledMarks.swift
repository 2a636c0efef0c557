import Presentation

extension StyledText {
  /// `text` with the characters in `marks` standing out; `marks` are ascending and within the text.
  init(_ text: String, _ role: Role, marks: [Range<Int>]) {
    self.init()
    let characters = Array(text.printable)
    var position = 0
    func piece(_ range: Range<Int>) -> String { String(characters[range.clamped(to: 0..<characters.count)]) }
    for mark in marks where mark.lowerBound >= position {
      if mark.lowerBound > position { spans.append(Span(piece(position..<mark.lowerBound), role)) }
      spans.append(Span(piece(mark), .match))
      position = mark.upperBound
    }
    if position < characters.count { spans.append(Span(piece(position..<characters.count), role)) }
  }
}
