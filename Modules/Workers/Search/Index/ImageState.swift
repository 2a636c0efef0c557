/// Decides when to save an image of the index. A pure value.
struct ImageState: Sendable {
  /// Number of changes that make a new image worth its writing; fewer are read in milliseconds.
  static let minChanges = 1_000

  /// The revision of the stored records, as far as they are those in memory; `nil` once another process has written them.
  private(set) var revision: Int64?
  private var changes = 0

  /// Whether an image can and should be saved.
  var isDue: Bool { revision != nil && changes >= Self.minChanges }

  /// - Parameter changes: number of records read one by one.
  mutating func loaded(revision: Int64, changes: Int) { (self.revision, self.changes) = (revision, changes) }

  mutating func wrote(_ revisions: IndexStore.Revisions, changes: Int) {
    revision = revision == revisions.before ? revisions.after : nil
    self.changes += changes
  }

  mutating func saved(_ revision: Int64) { if revision == self.revision { changes = 0 } }
}
