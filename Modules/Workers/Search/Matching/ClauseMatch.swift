import Models

/// Where in a record one clause of a query matches.
enum ClauseMatch: Sendable {
  /// In the name, at these characters.
  case name(MatchQuality, [Range<Int>])
  /// In the field with this index.
  case field(Int, MatchQuality, Location)
  /// No match needed: the clause is the name of the record's kind (`planet hoth`), the label of a field that another clause matches
  /// (`eyes yellow`), or a stop word.
  case label
  case nothing

  /// Where in a field, in characters.
  enum Location: Sendable {
    case text([Range<Int>])
    /// In the name of this record, which the field refers to.
    case name(Reference, [Range<Int>])
  }

  var quality: MatchQuality {
    switch self {
    case .name(let quality, _), .field(_, let quality, _): quality
    case .label: .exact
    case .nothing: .none
    }
  }

  var isInName: Bool { if case .name = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Returns whether the match is in running text.
  func isProse(in document: Document) -> Bool {
    if case .field(let position, _, _) = self { document.fields[position].weight == .prose } else { false }
  }
}
