/// What a piece of text is to the reader. How each role looks is decided in one place: ``Painter``.
public enum Role: Sendable, Hashable, CaseIterable {
  case text
  case title
  /// Absent values, hints, headings of columns: there, and out of the way.
  case muted
  /// References and names that can be followed.
  case accent
  case good
  case caution
  case bad
}
