import Contracts
import Models

extension Hit {
  /// The hit as an answer shows it: the name with what fits in it, or the field in which the first unit fits that is not in the name.
  func match(in library: Library) -> Match {
    let document = library.documents[place]
    for item in evidence {
      guard case .field(let place, _, let spot) = item else { continue }
      let field = document.fields[place]
      switch (field.content, spot) {
      case (.text(let text, _), .text):
        let excerpt = Excerpt(text, marks: marks(inField: place))
        return Match(document.reference, document.name, field: field.key, excerpt: excerpt.text, marks: excerpt.marks)
      case (_, .name(let target, let marks)):
        let excerpt = Excerpt(library.name(of: target) ?? "\(target)", marks: marks)
        return Match(document.reference, document.name, field: field.key, excerpt: excerpt.text, marks: excerpt.marks)
      default: continue
      }
    }
    return Match(document.reference, document.name, marks: Excerpt.joined(nameMarks))
  }

  private var nameMarks: [Range<Int>] {
    evidence.flatMap { item -> [Range<Int>] in if case .name(_, let marks) = item { marks } else { [] } }
  }

  private func marks(inField wanted: Int) -> [Range<Int>] {
    evidence.flatMap { item -> [Range<Int>] in
      guard case .field(let place, _, .text(let marks)) = item, place == wanted else { return [] }
      return marks
    }
  }
}

/// A piece of a text with what fits in it.
struct Excerpt: Sendable, Hashable {
  /// The longest piece, in characters.
  static let length = 72

  let text: String
  let marks: [Range<Int>]

  /// Cuts a long text around its first mark, at spaces, on one line.
  init(_ text: String, marks: [Range<Int>]) {
    let characters = text.map { $0.isNewline ? " " : $0 }
    let marks = Self.joined(marks)
    guard characters.count > Self.length else {
      self.text = String(characters)
      self.marks = marks
      return
    }
    let first = marks.first ?? 0..<0
    var start = max(0, min(first.lowerBound - Self.length / 3, characters.count - Self.length))
    while start > 0, start < first.lowerBound, characters[start - 1] != " " { start += 1 }
    var end = min(characters.count, start + Self.length)
    while end < characters.count, end > first.upperBound, characters[end] != " " { end -= 1 }
    let lead = start > 0 ? "…" : ""
    self.text = lead + String(characters[start..<end]) + (end < characters.count ? "…" : "")
    self.marks = marks.compactMap { mark in
      let cut = mark.clamped(to: start..<end)
      return cut.isEmpty ? nil : cut.lowerBound - start + lead.count..<cut.upperBound - start + lead.count
    }
  }

  /// Ascending, without overlaps and empty ones.
  static func joined(_ marks: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for mark in marks.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, mark.lowerBound < last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, mark.upperBound)
      } else {
        joined.append(mark)
      }
    }
    return joined
  }
}
