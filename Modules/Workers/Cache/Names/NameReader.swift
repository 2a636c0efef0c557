import Contracts
import MessageBus
import Models

/// Reads the names of records: those in memory first, then those in the store, then those that have to be fetched, many of one kind by
/// the pages of its list.
struct NameReader: Sendable {
  /// Number of records of one request that are read or fetched concurrently. More would only crowd out other clients.
  static let concurrency = 64
  /// Size in bytes of the records named in one part. A label is shorter than its record, so no part exceeds the largest message of the bus.
  static let maxRecordSize = 1 << 20
  /// Number of records of one kind for which the list is fetched: one request returns a page of records instead of one.
  static let minimumForList = 10
  /// A page takes the origin longer than a record, so each page but the first must save another request.
  private static let recordsPerPage = 2

  let lookup: Lookup

  private var context: CacheContext { lookup.context }

  /// A record whose name needs a fetch, and the reason.
  private struct Missing: Sendable {
    let reference: Reference
    let stored: CacheEntry?
    let reason: CacheStatus.Reason
    /// Whether the list of the kind has been fetched for this record.
    var isListed = false
  }

  /// A step of fetching names: the list of the kind of these records, or one record.
  private enum Step: Sendable {
    case list([Missing])
    case record(Missing)
  }

  /// Names, and how they were found.
  struct Part: Sendable {
    var names: [NameAnswer] = []
    /// `nil` without names.
    var status: CacheStatus?

    var reply: Reply {
      var reply = NamesRequest.reply(names)
      reply.fields["cache-status"] = (status ?? .local()).field(for: nil)
      return reply
    }

    fileprivate mutating func add(_ name: NameAnswer, _ status: CacheStatus) {
      names.append(name)
      self.status = self.status?.combined(with: status) ?? status
    }
  }

  /// Passes the names to `emit` in parts and returns the last part. Names that need no fetch come first: those in memory as one part, those
  /// in the store as another. Each fetched name is a part of its own. Names that have not arrived at the deadline are missing.
  func answers(to request: NamesRequest, _ caller: Caller, emit: (Part) -> Void) async -> Part {
    var part = Part()
    var recordSize = 0
    var unread: [Reference] = []
    var missing: [Missing] = []
    func emitPart() {
      if !part.names.isEmpty { emit(part) }
      (part, recordSize) = (Part(), 0)
    }
    func add(_ reference: Reference, _ stored: CacheEntry?) {
      switch lookup.result(for: .record(reference), stored: stored, request.validation, caller) {
      case .ready(let result):
        part.add(answer(reference, result), result.status)
        if case .entry(let entry, _) = result { recordSize += entry.body.count }
        if recordSize > Self.maxRecordSize { emitPart() }
      case .needsFetch(let reason): missing.append(Missing(reference: reference, stored: stored, reason: reason))
      }
    }
    var seen: Set<Reference> = []
    for reference in request.references where seen.insert(reference).inserted {
      if let entry = lookup.entryInMemory(for: .record(reference)) { add(reference, entry) } else { unread.append(reference) }
    }
    if !unread.isEmpty {
      emitPart()
      _ = await forEach(unread) {
        ($0, await lookup.entry(for: .record($0)))
      } then: { reference, entry in
        add(reference, entry)
        return []
      }
    }
    guard !missing.isEmpty else { return part }
    emitPart()
    return await fetch(missing, request.validation, caller, emit: emit)
  }

  /// Fetches `missing`. Passes each name to `emit` as it arrives and returns the last part.
  private func fetch(_ missing: [Missing], _ validation: Validation, _ caller: Caller, emit: (Part) -> Void) async -> Part {
    // What a list contains must be stored, and must satisfy the request.
    let mayFetchLists = validation.acceptsAnyFresh && !validation.noStore && !validation.onlyIfCached
    let steps = Dictionary(grouping: missing, by: \.reference.kind).values.flatMap { missing -> [Step] in
      mayFetchLists && missing.count >= Self.minimumForList ? [.list(missing)] : missing.map { .record($0) }
    }
    var pending = missing.count
    var last = Part()
    let unstarted = await forEach(steps, while: { caller.remaining > .zero && !Task.isCancelled }) { step -> (Part?, [Step]) in
      switch step {
      case .record(let missing): return (await name(missing, validation, caller), [])
      case .list(let missing):
        // The records may be available although the list is not.
        await fetchList(of: missing.map(\.reference), validation, caller.withHalfTheTime)
        let listed = missing.map { missing -> Step in
          var missing = missing
          missing.isListed = true
          return .record(missing)
        }
        return (nil, listed)
      }
    } then: { part, steps in
      guard let part else { return steps }
      pending -= 1
      if pending > 0 { emit(part) } else { last = part }
      return steps
    }
    for step in unstarted {
      let missing =
        if case .list(let missing) = step { missing } else if case .record(let missing) = step { [missing] } else { [Missing]() }
      for reference in missing.map(\.reference) {
        let problem = Problem.deadlinePassed(.record(reference), detail: "there was no time left to request it")
        last.add(NameAnswer(reference, .missing(problem)), .local())
      }
    }
    return last
  }

  /// Fetches the first page of the list, and the others if this takes fewer requests than fetching the rest of the records one by one.
  private func fetchList(of references: [Reference], _ validation: Validation, _ caller: Caller) async {
    guard let kind = references.first?.kind,
      case .entry(let first, _) = await lookup.find(.page(ListPage(kind)), validation, caller), let order = first.page, first.pages > 1,
      (first.pages - 1) * Self.recordsPerPage <= Set(references.map(\.id)).subtracting(order.ids).count
    else { return }
    _ = await forEach(Array(2...first.pages), atMost: 8, while: { caller.remaining > .zero && !Task.isCancelled }) { number in
      _ = await lookup.find(.page(ListPage(kind, number)), validation, caller)
    } then: {
      []
    }
  }

  /// Returns the name of a record, which is fetched unless another request, or its list, has done so.
  private func name(_ missing: Missing, _ validation: Validation, _ caller: Caller) async -> Part {
    let key = CacheKey.record(missing.reference)
    let known = missing.isListed ? await lookup.entry(for: key) : lookup.entryInMemory(for: key)
    var result = await lookup.find(key, stored: known ?? missing.stored, validation, caller)
    // The record came with its list, which was fetched for this request.
    if missing.isListed, case .entry(let entry, let status) = result, status.isHit, status.detail == nil {
      result = .entry(entry, .forwarded(missing.reason, status: 200, stored: true, collapsed: true))
    }
    return Part(names: [answer(missing.reference, result)], status: result.status)
  }

  private func answer(_ reference: Reference, _ result: LookupResult) -> NameAnswer {
    context.metrics.count(result.status)
    let reply = result.reply(for: .record(reference), unless: Precondition(), from: context.tier.origin, at: context.clock())
    return NameAnswer(reference, from: reply, kinds: context.kinds)
  }

  /// Runs `work` for each of `elements`, some at once, and passes the results to `then` as they arrive, which returns further elements.
  /// Starts no more once `mayStart` is false, and returns the elements that were not started.
  private func forEach<Element: Sendable, Result: Sendable>(
    _ elements: [Element], atMost limit: Int = NameReader.concurrency, while mayStart: () -> Bool = { true },
    _ work: @escaping @Sendable (Element) async -> Result, then: (Result) -> [Element]
  ) async -> [Element] {
    await withTaskGroup(of: Result.self) { group in
      var rest = elements[...]
      var running = 0
      func startNext() {
        while running < limit, let element = rest.first, mayStart() {
          rest.removeFirst()
          running += 1
          group.addTask { await work(element) }
        }
      }
      startNext()
      for await result in group {
        running -= 1
        rest += then(result)
        startNext()
      }
      return Array(rest)
    }
  }
}
