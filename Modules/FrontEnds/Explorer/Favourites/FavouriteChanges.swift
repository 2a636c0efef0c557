import Models

/// Which request for the favourites is in flight, and what waits for it. One change is sent at a time, so that the file gets the changes in
/// the order in which the user made them.
struct FavouriteChanges: Sendable {
  private struct Change {
    let reference: Reference
    let isFavourite: Bool
  }

  /// The changes that have not been sent, at most one of each record.
  private var waiting: [Change] = []
  /// The change that was sent and has no result yet.
  private var change: RequestID?
  /// The requests for the favourites whose results are later than all changes.
  private var reads: Set<RequestID> = []
  /// Those whose results may be earlier than a change.
  private var outdatedReads: Set<RequestID> = []

  /// What the result of a request means.
  enum Meaning: Sendable, Hashable {
    /// The favourites as they are now.
    case current
    /// They are about to change; the result of the last change has them all.
    case outdated
  }

  mutating func add(_ reference: Reference, isFavourite: Bool) {
    waiting.removeAll { $0.reference == reference }
    waiting.append(Change(reference: reference, isFavourite: isFavourite))
    outdatedReads.formUnion(reads)
    reads = []
  }

  /// Sends the next change unless one is in flight.
  mutating func sendNext(_ context: inout UpdateContext) {
    guard change == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    change = context.send(.setFavourite(next.reference, next.isFavourite))
  }

  /// Notes that the favourites have been requested.
  mutating func noteRead(_ id: RequestID) {
    if change == nil, waiting.isEmpty { reads.insert(id) } else { outdatedReads.insert(id) }
  }

  /// Whether the request is the change in flight.
  func isChange(_ id: RequestID) -> Bool { id == change }

  /// Notes that the request `id` has a result. Returns `nil` if it is for something else.
  mutating func end(_ id: RequestID) -> Meaning? {
    if id == change {
      change = nil
      return waiting.isEmpty ? .current : .outdated
    }
    if reads.remove(id) != nil { return .current }
    return outdatedReads.remove(id).map { _ in .outdated }
  }
}
