/// How well a record fits a query; the lower the better.
struct Score: Sendable, Comparable {
  /// What kind of fit it is, best first.
  enum Tier: Int, Sendable, Comparable {
    /// The query is the name.
    case name
    /// The name begins with the words of the query.
    case beginning
    /// The name begins with what was typed, the last word being cut off.
    case cutOff
    /// All words are words of the name.
    case words
    /// All words are beginnings or ends of words of the name.
    case parts
    /// All words are almost words of the name.
    case almost
    /// Some words fit in fields that state something.
    case fields
    /// Not all words fit, but half of them at least are words of the name.
    case someOfName
    /// All words fit, but nothing of it is its own: each is in the name of another that it lists.
    case scattered
    /// Some words fit in running text, or almost fit in fields.
    case prose
    /// Not all words fit.
    case some

    static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }

    /// Whether all words fit.
    var isComplete: Bool { self != .someOfName && self != .some }
  }

  var tier: Tier
  /// Tells fits of one tier apart.
  var detail: Int
  var fame: Fame
  /// The place in the library, which is the order of kinds and numbers.
  var place: Int

  static func < (left: Score, right: Score) -> Bool {
    if left.tier != right.tier { return left.tier < right.tier }
    if left.detail != right.detail { return left.detail < right.detail }
    if left.fame != right.fame { return left.fame > right.fame }
    return left.place < right.place
  }
}
