/// Where in a record one clause of a query matches.
enum ClauseMatch: Sendable {
  case name(MatchQuality)
  /// In the field with this index.
  case field(Int, MatchQuality, Location)
  /// No match needed: the clause is the name of the record's kind (`planet hoth`), the label of a field that another clause matches
  /// (`eyes yellow`), or a stop word.
  case label
  case nothing

  /// Where in a field.
  enum Location: Sendable {
    case text
    /// In the name of the record at this position, which the field refers to.
    case name(of: Int)
  }

  var quality: MatchQuality {
    switch self {
    case .name(let quality), .field(_, let quality, _): quality
    case .label: .exact
    case .nothing: .none
    }
  }

  var isInName: Bool { if case .name = self { true } else { false } }
  var isLabel: Bool { if case .label = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Returns whether the match, in the document at a position, is in running text.
  func isProse(at position: Int, _ corpus: SearchCorpus) -> Bool {
    guard case .field(let index, _, _) = self else { return false }
    return corpus.columns.fields.elements[corpus.columns.fields.range(position).lowerBound + index].form == .prose
  }
}
