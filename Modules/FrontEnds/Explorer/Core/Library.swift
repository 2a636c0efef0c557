public import Contracts
public import MessageBus
public import Models

/// The records the explorer has learnt, whatever taught them: a list, a detail view or a search. One place, so that each is asked for once
/// and every page shows the same.
public struct Library: Sendable {
  public struct Entry: Sendable {
    public var record: Record
    public var provenance: Provenance
    public var learnt: Moment
    /// The last question that it answers.
    var answers: Ticket
    /// The last question that had been asked when it came.
    var last: Ticket

    /// Seconds since the origin vouched for it.
    public func age(at now: Moment) -> Int { provenance.age + Int((now - learnt).components.seconds) }
  }

  public enum State: Sendable {
    case unknown, loading
    case known(Entry)
    case failed(Problem)
  }

  private var entries: [Reference: Entry] = [:] { didSet { revision += 1 } }
  private var pending: [Reference: Ticket] = [:] { didSet { revision += 1 } }
  private var failures: [Reference: Problem] = [:] { didSet { revision += 1 } }
  /// Another one whenever ``subscript(_:)`` may give something else than before.
  public private(set) var revision = 0
  /// The last question asked before its change was announced.
  private var doubts: [Reference: Ticket] = [:]
  /// The last question asked before anything may have changed unheard.
  private var horizon: Ticket?

  public init() {}

  /// A known record stays known while it is loaded again, and when that fails.
  public subscript(reference: Reference) -> State {
    if let entry = entries[reference] { return .known(entry) }
    if pending[reference] != nil { return .loading }
    return failures[reference].map { .failed($0) } ?? .unknown
  }

  public subscript(known reference: Reference) -> Entry? { entries[reference] }
  public func isLoading(_ reference: Reference) -> Bool { pending[reference] != nil }
  /// Why the last attempt to load it failed, also where an older state of it is known.
  public func failure(_ reference: Reference) -> Problem? { failures[reference] }

  /// What the answer to `ticket` says of a record that was asked for by itself.
  /// `last` is the last question that has been asked.
  mutating func learn(_ record: Record, _ provenance: Provenance, from ticket: Ticket, last: Ticket, at now: Moment) {
    failures[record.reference] = nil
    entries[record.reference] = Entry(record: record, provenance: provenance, learnt: now, answers: ticket, last: last)
    if let doubt = doubts[record.reference], doubt < ticket { doubts[record.reference] = nil }
  }

  /// What a list says of its records. A list may be older than a record that was asked for by itself, and then does not replace it. Returns the
  /// records of which nobody can tell whether the list or what is known of them is younger: they have to be asked for by themselves.
  mutating func learn(listed records: [Record], _ provenance: Provenance, from ticket: Ticket, last: Ticket, at now: Moment) -> [Reference]
  {
    var disputed: [Reference] = []
    for record in records {
      if let known = entries[record.reference] {
        // Both ages are rounded.
        if known.age(at: now) + 1 < provenance.age { continue }
        // The list was on its way already when the record came: what it says may be from before.
        if ticket <= known.last {
          if known.record != record { disputed.append(record.reference) }
          continue
        }
      }
      learn(record, provenance, from: ticket, last: last, at: now)
    }
    return disputed
  }

  /// What the record of a match is called: its own name where it is known, since an index may lag behind. The places that fit are those of the
  /// name in the index.
  public func name(of match: Match) -> (text: String, marks: [Range<Int>]) {
    let marks = match.field == nil ? match.marks : []
    guard let known = entries[match.reference]?.record.name, known != match.name else { return (match.name, marks) }
    return (known, [])
  }

  /// It has changed since the question `ticket` was asked, or everything may have.
  mutating func doubt(_ reference: Reference? = nil, since ticket: Ticket) {
    if let reference {
      doubts[reference] = ticket
    } else {
      horizon = ticket
      failures = failures.filter { entries[$0.key] == nil }
    }
  }

  /// It is known, but may be another one by now.
  func isDoubtful(_ reference: Reference) -> Bool {
    guard let answered = entries[reference]?.answers else { return false }
    return [doubts[reference], horizon].contains { doubt in doubt.map { answered <= $0 } ?? false }
  }

  /// The origin said at `now` that what is known of it is still so.
  mutating func vouch(for reference: Reference, at now: Moment) {
    guard var entry = entries[reference] else { return }
    entry.provenance.age = 0
    entry.provenance.isStale = false
    entry.learnt = now
    entries[reference] = entry
  }

  mutating func expect(_ reference: Reference, by ticket: Ticket) {
    pending[reference] = ticket
    failures[reference] = nil
  }

  /// The reference that `ticket` was asked for, which is then no longer pending.
  mutating func settle(_ ticket: Ticket) -> Reference? {
    guard let reference = pending.first(where: { $0.value == ticket })?.key else { return nil }
    pending[reference] = nil
    return reference
  }

  mutating func fail(_ reference: Reference, _ problem: Problem) { failures[reference] = problem }

  /// Every record that is known, in no order.
  public var records: some Collection<Record> { entries.values.lazy.map(\.record) }

  /// One of the records, another one at another time; `nil` while none is known.
  func some(at moment: Moment) -> Reference? {
    guard !entries.isEmpty else { return nil }
    let (seconds, attoseconds) = moment.sinceStart.components
    // A multiplicative hash (golden ratio) of the microsecond, so that two keys in a row lead to different places.
    let mixed = UInt64(bitPattern: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000) &* 0x9E37_79B9_7F4A_7C15
    return entries.keys.sorted()[Int((mixed >> 32) % UInt64(entries.count))]
  }

  public var pendingCount: Int { pending.count }
}
