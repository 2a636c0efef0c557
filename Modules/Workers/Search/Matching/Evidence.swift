import Models

/// What in a record fits one unit of a query.
enum Evidence: Sendable {
  /// In the name: how well, and the characters.
  case name(Fit, [Range<Int>])
  /// In a field: its place among the record's, how well, and where.
  case field(Int, Fit, Spot)
  /// Nothing that needs to be found: the name of the record's kind (`planet hoth`), the label of a field in which another unit fits
  /// (`eyes yellow`), a word like `the`.
  case label
  case nothing

  /// Where in a field.
  enum Spot: Sendable {
    case text([Range<Int>])
    /// In the name of this record, to which the field points.
    case name(Reference, [Range<Int>])
  }

  var fit: Fit {
    switch self {
    case .name(let fit, _), .field(_, let fit, _): fit
    case .label: .exact
    case .nothing: .none
    }
  }

  var isInName: Bool { if case .name = self { true } else { false } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Whether it is in running text.
  func isProse(in document: Document) -> Bool {
    if case .field(let place, _, _) = self { document.fields[place].weight == .prose } else { false }
  }
}
