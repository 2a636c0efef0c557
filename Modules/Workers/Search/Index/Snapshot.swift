import Contracts
import Models

/// What is indexed at a moment: can be asked without waiting.
struct Snapshot: Sendable {
  let library: Library
  /// What the store held has been taken up.
  let isLoaded: Bool
  /// The kinds that the origin has, in its order.
  let kinds: [KindName]
  /// How many records the origin's lists have, by kind, as far as they are known.
  let counts: [KindName: Int]
  /// The origin whose records these are; `nil` while none has been named.
  let origin: String?
  /// What is wrong with the index, for people.
  var warning: String?
  private let sizes: [KindName: Int]

  init(_ library: Library, isLoaded: Bool, kinds: [KindName], counts: [KindName: Int], origin: String? = nil, warning: String? = nil) {
    self.library = library
    self.isLoaded = isLoaded
    self.kinds = kinds
    self.counts = counts
    self.origin = origin
    self.warning = warning
    sizes = library.documents.reduce(into: [:]) { $0[$1.reference.kind, default: 0] += 1 }
  }

  /// Whether everything that the origin lists of a kind is here.
  func isComplete(_ kind: KindName) -> Bool { counts[kind].map { $0 <= sizes[kind] ?? 0 } ?? false }

  var coverage: Coverage {
    let known = kinds.compactMap { counts[$0] }
    return Coverage(
      records: library.documents.count, of: known.count == kinds.count ? known.reduce(0, +) : nil,
      isComplete: kinds.allSatisfy(isComplete), origin: origin, warning: warning)
  }
}
