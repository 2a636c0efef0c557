/// Semantic role of a text span. A ``Theme`` defines how each role looks, on screens and on the command line.
public enum Role: String, Sendable, Hashable, CaseIterable {
  case text
  case title
  /// Absent values, hints, column headings.
  case muted
  /// References and names that can be followed.
  case accent
  case good
  case caution
  case bad
  /// Characters that match a search.
  case match
  /// Separator lines between the parts of a screen.
  case rule
  /// The open tab.
  case tab
  /// Name of a key in a key hint.
  case key
  /// The brightest text of a crawl.
  case crawl
}
