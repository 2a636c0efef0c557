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

    /// Appends a character of a text that is printable.
    mutating func append(_ character: Character) { text.append(character) }
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

  /// Returns lines of at most `columns`, broken at spaces, and between the characters of Chinese and Japanese text; a wider word gets a line of
  /// its own. Each word keeps its role. Never empty.
  public func wrapped(to columns: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var line = StyledText()
    var used = 0
    // A word may consist of several spans (a name and the comma after it), but is never split.
    for (part, followsSpace) in parts {
      let width = part.columns
      if used > 0, used + (followsSpace ? 1 : 0) + width > columns {
        lines.append(line)
        line = StyledText()
        used = 0
      }
      if used > 0, followsSpace {
        line += " "
        used += 1
      }
      line += part
      used += width
    }
    if used > 0 || lines.isEmpty { lines.append(line) }
    return lines.map(\.joined)
  }

  /// The parts between which a line may end, and whether a space precedes each. A space beside French punctuation belongs to a part.
  private var parts: [(text: StyledText, followsSpace: Bool)] {
    var parts: [(text: StyledText, followsSpace: Bool)] = []
    var part = StyledText()
    var followsSpace = false
    var isAfterSpace = false
    func endPart() {
      if !part.spans.isEmpty { parts.append((part, followsSpace)) }
      part = StyledText()
    }
    for span in spans {
      for (index, word) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { isAfterSpace = true }
        if isAfterSpace, !word.isEmpty {
          isAfterSpace = false
          if let last = part.spans.last, word.keepsPreviousWord || part.spans.count == 1 && last.text.keepsNextWord {
            part.spans.append(Span(" ", last.role))
          } else {
            endPart()
            followsSpace = true
          }
        }
        for piece in word.unbreakableParts {
          guard let first = piece.first else { continue }
          if part.spans.last?.text.last?.allowsLineBreak(before: first) == true {
            endPart()
            followsSpace = false
          }
          part.spans.append(Span(String(piece), span.role))
        }
      }
    }
    endPart()
    return parts
  }

  /// The text with adjacent spans of the same role merged; a space takes the role of the span on its left.
  private var joined: StyledText {
    var joined = StyledText()
    for span in spans {
      let role = joined.spans.last?.role
      if role == span.role || role != nil && span.text == " " {
        joined.spans[joined.spans.count - 1].text += span.text
      } else {
        joined.spans.append(span)
      }
    }
    return joined
  }
}

extension Collection<StyledText> {
  /// Returns the texts joined with `separator`, in time linear in the number of spans.
  public func joined(by separator: StyledText) -> StyledText { StyledText(Array(map(\.spans).joined(separator: separator.spans))) }
}
