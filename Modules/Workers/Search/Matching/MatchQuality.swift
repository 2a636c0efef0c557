/// How well a query word matches a term, best first.
enum MatchQuality: UInt8, Sendable, Comparable {
  case exact
  /// Both words mean the same number, such as `4` and `iv`.
  case numeral
  /// The query word is a prefix of the term.
  case prefix
  /// The query word is a suffix of the term: `fighter` of `starfighter`.
  case suffix
  case oneEdit
  case twoEdits
  /// The query word is one edit away from a prefix of the term: `milen` and `millennium`.
  case prefixOneEdit
  case prefixTwoEdits
  case none

  static func < (left: MatchQuality, right: MatchQuality) -> Bool { left.rawValue < right.rawValue }

  /// Whether the whole term matches without typos.
  var isWhole: Bool { self <= .numeral }
  /// Whether all or part of the term matches without typos.
  var isAsWritten: Bool { self <= .suffix }

  var edits: Int {
    switch self {
    case .oneEdit, .prefixOneEdit: 1
    case .twoEdits, .prefixTwoEdits: 2
    default: 0
    }
  }
}
