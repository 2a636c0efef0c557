/// What a piece of text is to the reader. How each role looks is decided in one place: ``Painter`` for the command line, a ``Theme`` for screens.
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
  /// Letters that fit what was searched for.
  case match
  /// Rules between the parts of a screen.
  case rule
  /// The tab that is open.
  case tab
  /// A key to press, where its meaning stands beside it.
  case key
  /// The text of a crawl where it is nearest.
  case crawl
}
