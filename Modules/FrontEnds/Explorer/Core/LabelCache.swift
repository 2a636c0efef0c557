import MessageBus
import Models

/// The labels of records that others refer to and that are not loaded themselves. A label is a record with its name and its default sort
/// field only.
struct LabelCache: Sendable {
  private var labels: [Reference: (record: Record, request: RequestID)] = [:]
  private var pending: [Reference: RequestID] = [:]
  private var failures: [Reference: Problem] = [:]

  var count: Int { labels.count }
  var records: some Sequence<Record> { labels.values.lazy.map { $0.record } }
  var references: some Sequence<Reference> { labels.keys }

  subscript(reference: Reference) -> Record? { labels[reference]?.record }
  /// The request that returned the label.
  func request(of reference: Reference) -> RequestID? { labels[reference]?.request }
  /// Whether labels of the request `id` are still to come.
  func awaits(_ id: RequestID) -> Bool { pending.values.contains(id) }
  func isLoading(_ reference: Reference) -> Bool { pending[reference] != nil }
  func failure(of reference: Reference) -> Problem? { failures[reference] }

  mutating func beginLoading(_ references: [Reference], with id: RequestID) {
    for reference in references {
      pending[reference] = id
      failures[reference] = nil
    }
  }

  mutating func store(_ label: ReferenceLabel, from id: RequestID) {
    let reference = label.reference
    if pending[reference] == id { pending[reference] = nil }
    switch label {
    case .known(let record): labels[reference] = (record, id)
    case .failed(_, let problem): failures[reference] = problem
    }
  }

  /// Ends the request `id`: labels that have not arrived failed with `problem`.
  mutating func endLoading(_ id: RequestID, _ problem: Problem) {
    for reference in pending.filter({ $0.value == id }).keys { store(.failed(reference, problem), from: id) }
  }

  /// Removes the label of a record that has been loaded.
  mutating func remove(_ reference: Reference) {
    labels[reference] = nil
    failures[reference] = nil
  }

  mutating func forgetFailures() { failures = [:] }
}
