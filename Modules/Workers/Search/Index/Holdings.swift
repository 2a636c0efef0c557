import Models
import OrderedJSON

/// What is known of an origin's records, and what of it is not stored yet. Pure.
struct Holdings: Sendable {
  /// Where a record was seen.
  enum Sighting: Sendable {
    /// In a page of a list, which may be older than the record's own entry.
    case page
    /// Asked for by itself, or found by a search of the origin.
    case single
  }

  /// Since it was taken the last time.
  struct Change: Sendable {
    fileprivate(set) var records: [Reference: Record] = [:]
    fileprivate(set) var gone: Set<Reference> = []

    var isEmpty: Bool { records.isEmpty && gone.isEmpty }
  }

  private let kinds: Kinds
  private(set) var records: [Reference: Record] = [:]
  /// How many records the origin's lists have, as far as they are known.
  private(set) var counts: [KindName: Int] = [:]
  /// The kinds that the origin has, in its order.
  private(set) var offered: [KindName]
  private var seenSingly: Set<Reference> = []
  private var change = Change()

  init(kinds: Kinds) {
    self.kinds = kinds
    offered = kinds.all.map(\.name)
  }

  /// Adds what was stored. What is known already is newer.
  mutating func takeUp(_ stored: [Record], counts storedCounts: [KindName: Int]) {
    records.merge(stored.map { ($0.reference, $0) }) { current, _ in current }
    counts.merge(storedCounts) { current, _ in current }
  }

  var isChanged: Bool { !change.isEmpty }

  mutating func takeChange() -> Change {
    defer { change = Change() }
    return change
  }

  /// Takes canonical records. Returns those that a page shows in another form than they were seen in singly: the page may be the older one.
  mutating func learn(_ items: [JSON], _ sighting: Sighting) -> [Reference] {
    var disputed: [Reference] = []
    for item in items {
      guard let record = try? Record(canonical: item, kinds: kinds) else { continue }
      let reference = record.reference
      if sighting == .single { seenSingly.insert(reference) }
      guard records[reference] != record else { continue }
      if sighting == .page, records[reference] != nil, seenSingly.contains(reference) {
        disputed.append(reference)
      } else {
        records[reference] = record
        change.records[reference] = record
        change.gone.remove(reference)
      }
    }
    return disputed
  }

  /// The origin has these kinds. Returns whether that is new.
  mutating func offer(_ kinds: [KindName]) -> Bool {
    defer { offered = kinds }
    return kinds != offered
  }

  /// A list of the origin has so many records, and where `members` are given, these and no others. Returns whether that is new.
  mutating func note(_ count: Int, of kind: KindName, members: Set<Reference>?) -> Bool {
    let gone = members.map { members in records.keys.filter { $0.kind == kind && !members.contains($0) } } ?? []
    guard counts[kind] != count || !gone.isEmpty else { return false }
    counts[kind] = count
    remove(gone)
    return true
  }

  mutating func forget(_ isForgotten: (Reference) -> Bool, counts isForgottenCount: (KindName) -> Bool) {
    counts = counts.filter { !isForgottenCount($0.key) }
    let gone = records.keys.filter(isForgotten)
    seenSingly.subtract(gone)
    remove(gone)
  }

  private mutating func remove(_ gone: [Reference]) {
    for reference in gone {
      records[reference] = nil
      change.records[reference] = nil
      change.gone.insert(reference)
    }
  }
}
