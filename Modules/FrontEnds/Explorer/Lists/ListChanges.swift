import Models

/// The records of a list that have changed since they were loaded. They are reloaded a few at a time, because an origin that was updated
/// announces every record.
struct ListChanges: Sendable {
  /// Maximum number of reloads in flight.
  static let maxInFlight = 4

  private var waiting: Set<Reference> = []
  private var inFlight: Set<Reference> = []

  mutating func insert(_ reference: Reference) { waiting.insert(reference) }

  /// Removes the records that are not in flight.
  mutating func removeAll() { waiting = [] }

  mutating func loadFinished(_ reference: Reference, _ context: UpdateContext) {
    // A record that changed in the meantime is loading again.
    if !context.cache.isLoading(reference) { inFlight.remove(reference) }
  }

  /// Reloads the next records. Skips those that were reloaded or evicted meanwhile.
  mutating func reload(_ context: inout UpdateContext) {
    while inFlight.count < Self.maxInFlight, let reference = waiting.popFirst() {
      context.reloadInvalidated([reference])
      if context.cache.isLoading(reference) { inFlight.insert(reference) }
    }
  }
}
