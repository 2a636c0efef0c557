import TerminalText

extension StyledText {
  /// A text made safe, with the characters at `places` pointed out. Places beyond it are passed over.
  public static func marked(_ text: String, _ role: Role, at places: [Range<Int>]) -> StyledText {
    let safe = text.printable
    // What was replaced may have been several characters: places no longer hold.
    guard !places.isEmpty, safe.count == text.count else { return StyledText(safe, role) }
    let characters = Array(safe)
    var spans: [Span] = []
    var end = 0
    for place in places where place.lowerBound >= end && place.upperBound <= characters.count {
      if place.lowerBound > end { spans.append(Span(String(characters[end..<place.lowerBound]), role)) }
      spans.append(Span(String(characters[place]), .match))
      end = place.upperBound
    }
    if end < characters.count { spans.append(Span(String(characters[end...]), role)) }
    return StyledText(spans)
  }
}
