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

  let lookup: Lookup
  let kinds: Kinds

  /// A record, and its stored entry if there is one.
  private struct Item: Sendable {
    let reference: Reference
    let stored: CacheEntry?
    /// The reason for a fetch, if the list of its kind has been fetched instead.
    var listed: CacheStatus.Reason?
  }

  /// A record to fetch and the reason.
  private struct Missing: Sendable {
    var item: Item
    let reason: CacheStatus.Reason
  }

  /// A step of fetching names.
  private enum Step: Sendable {
    case list(KindName, [Missing])
    case record(Item)

    var items: [Item] {
      switch self {
      case .list(_, let missing): missing.map(\.item)
      case .record(let item): [item]
      }
    }
  }

  private enum StepResult: Sendable {
    case listed([Step])
    case named(Part)
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
    var unfetched: [Missing] = []
    func emitAnswers() {
      if !part.names.isEmpty { emit(part) }
      (part, recordSize) = (Part(), 0)
    }
    func add(_ item: Item) {
      switch lookup.result(for: .record(item.reference), stored: item.stored, request.validation, caller) {
      case .ready(let result):
        part.add(answer(item.reference, result), result.status)
        if case .entry(let entry, _) = result { recordSize += entry.body.count }
        if recordSize > Self.maxRecordSize { emitAnswers() }
      case .needsFetch(let reason): unfetched.append(Missing(item: item, reason: reason))
      }
    }
    var seen: Set<Reference> = []
    for reference in request.references where seen.insert(reference).inserted {
      if let entry = lookup.entryInMemory(for: .record(reference)) {
        add(Item(reference: reference, stored: entry))
      } else {
        unread.append(reference)
      }
    }
    if !unread.isEmpty {
      emitAnswers()
      _ = await forEach(unread) {
        Item(reference: $0, stored: await lookup.entry(for: .record($0)))
      } then: {
        add($0)
        return []
      }
    }
    guard !unfetched.isEmpty else { return part }
    emitAnswers()
    return await fetched(unfetched, request.validation, caller, emit: emit)
  }

  /// Fetches `missing`. Passes each name to `emit` as it arrives and returns the last part.
  private func fetched(_ missing: [Missing], _ validation: Validation, _ caller: Caller, emit: (Part) -> Void) async -> Part {
    var pending = missing.count
    var last = Part()
    let steps = Dictionary(grouping: missing, by: \.item.reference.kind).flatMap { kind, missing -> [Step] in
      ListFetch.isAllowed(for: missing.count, validation) ? [.list(kind, missing)] : missing.map { .record($0.item) }
    }
    let unstarted = await forEach(steps, while: { caller.remaining > .zero && !Task.isCancelled }) { step -> StepResult in
      switch step {
      case .list(let kind, let missing): .listed(await listed(kind, missing, validation, caller))
      case .record(let item): .named(await named(item, validation, caller))
      }
    } then: { result in
      switch result {
      case .listed(let steps): return steps
      case .named(let part):
        pending -= 1
        if pending > 0 { emit(part) } else { last = part }
        return []
      }
    }
    for item in unstarted.flatMap(\.items) {
      let problem = Problem.deadlinePassed(.record(item.reference), detail: "there was no time left to request it")
      last.add(NameAnswer(item.reference, .missing(problem)), .local())
    }
    return last
  }

  /// Fetches the list of a kind, and returns the steps for the records that it may contain.
  private func listed(_ kind: KindName, _ missing: [Missing], _ validation: Validation, _ caller: Caller) async -> [Step] {
    // The records may be available although the list is not.
    await ListFetch(lookup: lookup).fetch(kind, for: Set(missing.map(\.item.reference.id)), validation, caller.withHalfTheTime)
    return missing.map { missing in
      var item = missing.item
      item.listed = missing.reason
      return .record(item)
    }
  }

  /// Returns the name of a record, which is fetched unless another request, or its list, has done so.
  private func named(_ item: Item, _ validation: Validation, _ caller: Caller) async -> Part {
    let key = CacheKey.record(item.reference)
    let inMemory = lookup.entryInMemory(for: key)
    let stored = inMemory == nil && item.listed != nil ? await lookup.entry(for: key) : inMemory
    var result = await lookup.find(key, stored: stored ?? item.stored, validation, caller)
    // The record came with its list, which was fetched for this request.
    if let reason = item.listed, case .entry(let entry, .hit(_, nil)) = result {
      result = .entry(entry, .forwarded(reason, status: 200, stored: true, collapsed: true))
    }
    return Part(names: [answer(item.reference, result)], status: result.status)
  }

  private func answer(_ reference: Reference, _ result: LookupResult) -> NameAnswer {
    lookup.fetcher.metrics.count(result.status)
    let reply = result.reply(
      for: .record(reference), unless: Precondition(), from: lookup.fetcher.tier.origin, at: lookup.fetcher.clock())
    return NameAnswer(reference, from: reply, kinds: kinds)
  }

  /// Runs `work` for each of `elements`, at most ``concurrency`` at once, and passes the results to `then` as they arrive, which returns
  /// further elements. Starts no more once `mayStart` is false, and returns the elements that were not started.
  private func forEach<Element: Sendable, Result: Sendable>(
    _ elements: [Element], while mayStart: () -> Bool = { true }, _ work: @escaping @Sendable (Element) async -> Result,
    then: (Result) -> [Element]
  ) async -> [Element] {
    await withTaskGroup(of: Result.self) { group in
      var rest = elements[...]
      var running = 0
      func startNext() {
        while running < Self.concurrency, let element = rest.first, mayStart() {
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
