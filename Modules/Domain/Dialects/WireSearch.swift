public import Models

/// The search that SWAPI servers offer: every word must occur in one of the searched fields, without regard to the case of ASCII
/// letters and of no others: `padme` does not find Padmé.
public struct WireSearch: Sendable, Hashable {
  /// Folded, never empty.
  let words: [[UInt8]]

  /// Words are separated by white space and commas. A text without words finds everything.
  public init(_ text: String) {
    words = text.split { $0 == "," || $0.isWhitespace }.map { Self.folded($0) }
  }

  /// Looks into the name of the record and, for kinds that have one, its model.
  public func matches(_ record: Record) -> Bool {
    guard !words.isEmpty else { return true }
    var texts = [Self.folded(record.name)]
    if case .text(let model) = record.written("model") { texts.append(Self.folded(model)) }
    return words.allSatisfy { word in texts.contains { Self.contains($0, word) } }
  }

  private static func folded(_ text: some StringProtocol) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard word.count <= text.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
  }
}
