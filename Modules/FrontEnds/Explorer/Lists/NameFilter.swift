import Models

/// Narrows a list to the names that contain what was typed. Case, accents and punctuation do not count, and words may stand in any order:
/// `sky lu` and `luke` fit Luke Skywalker, `r2d2` fits R2-D2.
public struct NameFilter: Sendable, Hashable {
  private let words: [String]

  public init(_ text: String) { words = FoldedText(text).words.map(\.text) }

  /// Everything fits.
  public var isEmpty: Bool { words.isEmpty }

  public func fits(_ name: String) -> Bool { isEmpty || places(in: name) != nil }

  /// The characters of the name that fit, as ranges, ascending; `nil` when it does not.
  public func places(in name: String) -> [Range<Int>]? {
    let folded = FoldedText(name)
    let letters = folded.words.flatMap { Array($0.text.unicodeScalars) }
    let characters = folded.words.flatMap(\.places.characters)
    let starts = Set(folded.words.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.places.characters.count) })
    var marked: Set<Int> = []
    for word in words {
      guard let start = Self.start(of: Array(word.unicodeScalars), in: letters, preferring: starts) else { return nil }
      marked.formUnion(characters[start..<start + word.unicodeScalars.count])
    }
    return Self.ranges(marked.sorted())
  }

  /// Where `word` begins, at the beginning of a word if it can.
  private static func start(of word: [Unicode.Scalar], in letters: [Unicode.Scalar], preferring starts: Set<Int>) -> Int? {
    guard !word.isEmpty, word.count <= letters.count else { return nil }
    let found = (0...letters.count - word.count).filter { letters[$0..<$0 + word.count].elementsEqual(word) }
    return found.first(where: starts.contains) ?? found.first
  }

  private static func ranges(_ places: [Int]) -> [Range<Int>] {
    places.reduce(into: []) { ranges, place in
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<place + 1
      } else {
        ranges.append(place..<place + 1)
      }
    }
  }
}
