/// How well a word that was typed fits a word that is indexed, best first.
enum Fit: UInt8, Sendable, Comparable {
  case exact
  /// The same number: `4` and `iv`.
  case numeral
  /// The beginning of it.
  case beginning
  /// The end of it: `fighter` of `starfighter`.
  case end
  case oneEdit
  case twoEdits
  /// One edit away from the beginning of it: `milen` of `millennium`.
  case beginningOneEdit
  case beginningTwoEdits
  case none

  static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }

  /// A whole word, as it was written.
  var isWhole: Bool { self <= .numeral }
  /// As it was written, be it whole or in part.
  var isAsWritten: Bool { self <= .end }

  var edits: Int {
    switch self {
    case .oneEdit, .beginningOneEdit: 1
    case .twoEdits, .beginningTwoEdits: 2
    default: 0
    }
  }
}
