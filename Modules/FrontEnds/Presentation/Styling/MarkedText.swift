import Text

extension StyledText {
  /// Returns safe text with the characters in the ranges `places` highlighted. Ranges beyond the end are ignored.
  public static func marked(_ text: String, _ role: Role, at places: [Range<Int>]) -> StyledText {
    let safe = text.printable
    // If making the text safe changed its length, the ranges no longer apply.
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
