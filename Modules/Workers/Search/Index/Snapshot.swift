import Contracts
import Models

/// The published state of the index.
struct Snapshot: Sendable {
  let corpus: SearchCorpus
  /// Whether the stored records have been loaded.
  let isLoaded: Bool
  /// The kinds that the origin offers, in its order.
  let kinds: [KindName]
  /// Number of records in each of the origin's lists, where known.
  let counts: [KindName: Int]
  /// The origin of the records; `nil` until one is named.
  let origin: String?
  /// Problem with the index, as text for people.
  var warning: String?
  /// Number of the published state: each one has a larger number than the one before.
  var version: UInt64 = 0

  init(_ corpus: SearchCorpus, isLoaded: Bool, kinds: [KindName], counts: [KindName: Int], origin: String? = nil, warning: String? = nil) {
    self.corpus = corpus
    self.isLoaded = isLoaded
    self.kinds = kinds
    self.counts = counts
    self.origin = origin
    self.warning = warning
  }

  /// Returns whether all records of the origin's list of a kind are indexed.
  func isComplete(_ kind: KindName) -> Bool { counts[kind].map { $0 <= corpus.count(of: kind) } ?? false }

  var coverage: Coverage {
    let known = kinds.compactMap { counts[$0] }
    return Coverage(
      records: corpus.count, of: known.count == kinds.count ? known.reduce(0, +) : nil,
      isComplete: kinds.allSatisfy(isComplete), origin: origin, warning: warning)
  }
}
