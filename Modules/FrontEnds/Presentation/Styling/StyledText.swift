import Text

/// Text as a list of spans, each with a role. All text on screens and in tables is of this type. Spans are made ``Swift/String/printable``
/// when created, so that their width equals the width shown.
public struct StyledText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// Printable text with one role.
  public struct Span: Sendable, Hashable {
    public fileprivate(set) var text: String
    public var role: Role
    public init(_ text: String, _ role: Role = .text) {
      self.text = text.printable
      self.role = role
    }
  }

  public var spans: [Span]

  public init(_ spans: [Span] = []) { self.spans = spans }
  public init(_ text: String, _ role: Role = .text) { spans = [Span(text, role)] }
  public init(stringLiteral value: String) { self.init(value) }

  /// The text without roles.
  public var text: String { spans.reduce(into: "") { $0 += $1.text } }
  public var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

  public static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(left.spans + right.spans) }
  public static func += (left: inout StyledText, right: StyledText) { left.spans += right.spans }

  /// Returns the lines of ``Swift/String/wrapped(to:)``. Each character keeps its role, and a space has that of the character on its left.
  public func wrapped(to columns: Int) -> [StyledText] {
    // Scalars, because the first one of a span may be part of the character before it.
    var rest = spans.flatMap { span in span.text.unicodeScalars.map { (scalar: $0, role: span.role) } }[...]
    var role = Role.text
    return text.wrapped(to: columns).map { line in
      line.unicodeScalars.reduce(into: StyledText()) { styled, scalar in
        // Spaces around words and lines are left out.
        while scalar != " ", let next = rest.popFirst() {
          role = next.role
          if next.scalar == scalar { break }
        }
        if styled.spans.last?.role != role { styled.spans.append(Span("", role)) }
        styled.spans[styled.spans.count - 1].text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Collection<StyledText> {
  /// Returns the texts joined with `separator`, in time linear in the number of spans.
  public func joined(by separator: StyledText) -> StyledText { StyledText(Array(map(\.spans).joined(separator: separator.spans))) }
}

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

extension StyledText {
  /// Returns rows of at most `columns`, broken after a space in the second half of the row, else between any two characters; rows after the
  /// first are indented by `indent` columns. Unlike ``wrapped(to:)``, keeps every character, spaces included. Never empty.
  ///
  /// - Parameter limit: maximum number of rows; what does not fit is left out.
  public func folded(to columns: Int, indent: Int, limit: Int = .max) -> [StyledText] {
    guard self.columns > columns else { return [self] }
    let margin = StyledText(String(repeating: " ", count: max(0, min(indent, columns - 2))))
    var rest = spans.flatMap { span in span.text.map { (character: $0, role: span.role) } }[...]
    var rows: [StyledText] = []
    while !rest.isEmpty, rows.count < limit {
      var row = rows.isEmpty || margin.columns == 0 ? StyledText() : margin
      var room = columns - row.columns
      let fitting = rest.prefix {
        room -= $0.character.columns
        return room >= 0
      }
      var part = fitting.isEmpty ? rest.prefix(1) : fitting
      if part.count < rest.count, let space = part.lastIndex(where: { $0.character == " " }), space - part.startIndex >= part.count / 2 {
        part = part[...space]
      }
      rest = rest.dropFirst(part.count)
      while let role = part.first?.role {
        let run = part.prefix { $0.role == role }
        row.spans.append(Span(String(run.map(\.character)), role))
        part = part.dropFirst(run.count)
      }
      rows.append(row)
    }
    return rows
  }
}
