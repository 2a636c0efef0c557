import Models

/// Counts the changes to the entries of each kind, so that what was computed from a kind's entries can be kept until one of them changes.
struct KindVersions: Sendable {
  /// Equal versions of a kind mean that its entries have not changed in between.
  struct Version: Sendable, Hashable {
    fileprivate let everything, kind: UInt64
  }

  /// Maximum number of kinds counted. Other workers name the kinds in their events, so the number is not bounded otherwise.
  private static let kindLimit = 1_024

  private var everything: UInt64 = 0
  private var kinds: [KindName: UInt64] = [:]

  subscript(kind: KindName) -> Version { Version(everything: everything, kind: kinds[kind] ?? 0) }

  /// Counts a change of one kind, or of every kind.
  mutating func change(_ kind: KindName?) {
    if let kind, kinds.count < Self.kindLimit || kinds[kind] != nil {
      kinds[kind, default: 0] += 1
    } else {
      everything += 1
      kinds = [:]
    }
  }
}
