import Contracts
import MessageBus
import Models
import OrderedJSON

/// The labels of records that others refer to and that are not loaded themselves. A label is a record with its name and its default sort
/// field only.
///
/// Labels, the letters of their names and failures take at most ``limit`` bytes; those that no page has needed for the longest time are evicted first.
struct LabelCache: Sendable {
  /// Maximum size of all labels and failures in bytes, in canonical form with the letters of the names.
  static let limit = 4 << 20
  /// Maximum size of a label in bytes, in canonical form. A larger one counts as failed, so that the labels of a screen always fit.
  static let maxLabelSize = 4 << 10

  private struct Slot: Sendable {
    var record: Record?
    /// Size of the record in canonical form.
    var recordSize = 0
    /// The record's name. Matching folds it only once.
    var name: FuzzyText?
    /// The request that returned the record.
    var request: RequestID?
    /// Why the last request failed.
    var failure: Problem?

    var size: Int { recordSize + (name?.size ?? 0) + (failure?.json.bytes().count ?? 0) }
  }

  private var slots = LRUCache<Slot>(limit: Self.limit)
  private var pending: [Reference: RequestID] = [:]
  /// The references in ``pending`` by request.
  private var awaited: [RequestID: Set<Reference>] = [:]

  /// The names of the labels.
  var names: [(reference: Reference, name: FuzzyText)] {
    slots.values.compactMap { slot in
      guard let record = slot.record, let name = slot.name else { return nil }
      return (reference: record.reference, name: name)
    }
  }
  var recordCount: Int { slots.values.count { $0.record != nil } }

  subscript(reference: Reference) -> Record? { slots[reference]?.record }
  /// The request that returned the label.
  func request(of reference: Reference) -> RequestID? { slots[reference]?.request }
  /// Whether labels of the request `id` are still to come.
  func awaits(_ id: RequestID) -> Bool { awaited[id] != nil }
  func isLoading(_ reference: Reference) -> Bool { pending[reference] != nil }
  func failure(of reference: Reference) -> Problem? { slots[reference]?.failure }

  mutating func beginLoading(_ references: [Reference], with id: RequestID) {
    for reference in references {
      if let earlier = pending.updateValue(id, forKey: reference) { awaited[earlier]?.remove(reference) }
      awaited[id, default: []].insert(reference)
      setFailure(nil, of: reference)
    }
  }

  /// Stores a label or a failure that the request `id` returned. The caller evicts afterwards.
  mutating func store(_ label: ReferenceLabel, from id: RequestID) {
    let reference = label.reference
    if pending[reference] == id {
      pending[reference] = nil
      awaited[id]?.remove(reference)
    }
    switch label {
    case .known(let record):
      let size = record.canonical.bytes().count
      guard size <= Self.maxLabelSize else { return setFailure(.labelTooLarge, of: reference) }
      let slot = Slot(record: record, recordSize: size, name: FuzzyText(record.name), request: id)
      slots.store(slot, size: slot.size, for: reference)
    case .failed(_, let problem): setFailure(problem, of: reference)
    }
  }

  private mutating func setFailure(_ problem: Problem?, of reference: Reference) {
    var slot = slots[reference] ?? Slot()
    slot.failure = problem
    if slot.record == nil, problem == nil { slots.remove(reference) } else { slots.store(slot, size: slot.size, for: reference) }
  }

  /// Ends the request `id`: labels that have not arrived failed with `problem`.
  mutating func endLoading(_ id: RequestID, _ problem: Problem) {
    for reference in awaited[id] ?? [] { store(.failed(reference, problem), from: id) }
    awaited[id] = nil
  }

  /// Removes the label of a record that has been loaded.
  mutating func remove(_ reference: Reference) { slots.remove(reference) }

  mutating func touch(_ reference: Reference) { slots.touch(reference) }

  /// Evicts labels if there are too many, and returns their references.
  mutating func evict() -> [Reference] { slots.needsEviction ? slots.evict() : [] }

  mutating func removeFailures() {
    for reference in Array(slots.references) where slots[reference]?.failure != nil { setFailure(nil, of: reference) }
  }
}

extension Problem {
  fileprivate static let labelTooLarge = Problem(502, "the name is too long", type: ProblemType.malformed)
}
