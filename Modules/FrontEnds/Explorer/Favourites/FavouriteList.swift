import Models

/// The favourites of the user, in the order in which they were added.
struct FavouriteList: Sendable, Hashable {
  private(set) var references: [Reference] = []
  private var members: Set<Reference> = []

  init(_ references: [Reference] = []) {
    self.references = references.filter { members.insert($0).inserted }
  }

  func contains(_ reference: Reference) -> Bool { members.contains(reference) }

  /// Adds the record, or removes it if it is a favourite. Returns whether it is one now.
  mutating func toggle(_ reference: Reference) -> Bool {
    if members.remove(reference) != nil {
      references.removeAll { $0 == reference }
      return false
    }
    members.insert(reference)
    references.append(reference)
    return true
  }
}
