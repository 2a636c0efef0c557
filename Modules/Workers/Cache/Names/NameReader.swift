import Contracts
import MessageBus
import Models

/// Reads the names of records: those in memory first, then those in the store, then those that have to be fetched.
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
    var unfetched: [Item] = []
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
      case .needsFetch: unfetched.append(item)
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
      }
    }
    guard !unfetched.isEmpty else { return part }
    emitAnswers()
    return await fetched(unfetched, request.validation, caller, emit: emit)
  }

  /// Fetches `items`. Passes each name to `emit` as it arrives and returns the last part.
  private func fetched(_ items: [Item], _ validation: Validation, _ caller: Caller, emit: (Part) -> Void) async -> Part {
    var pending = items.count
    var last = Part()
    let unstarted = await forEach(items, while: { caller.remaining > .zero && !Task.isCancelled }) { item in
      // Another request may have fetched the record since this one read it.
      let stored = lookup.entryInMemory(for: .record(item.reference)) ?? item.stored
      let result = await lookup.find(.record(item.reference), stored: stored, validation, caller)
      return Part(names: [answer(item.reference, result)], status: result.status)
    } then: { part in
      pending -= 1
      if pending > 0 { emit(part) } else { last = part }
    }
    for item in unstarted {
      let problem = Problem.deadlinePassed(.record(item.reference), detail: "too many other names were requested with it")
      last.add(NameAnswer(item.reference, .missing(problem)), .local())
    }
    return last
  }

  private func answer(_ reference: Reference, _ result: LookupResult) -> NameAnswer {
    lookup.fetcher.metrics.count(result.status)
    let reply = result.reply(
      for: .record(reference), unless: Precondition(), from: lookup.fetcher.tier.origin, at: lookup.fetcher.clock())
    return NameAnswer(reference, from: reply, kinds: kinds)
  }

  /// Runs `work` for each of `elements`, at most ``concurrency`` at once, and passes the results to `then` as they arrive. Starts no more
  /// once `mayStart` is false, and returns the elements that were not started.
  private func forEach<Element: Sendable, Result: Sendable>(
    _ elements: [Element], while mayStart: () -> Bool = { true }, _ work: @escaping @Sendable (Element) async -> Result,
    then: (Result) -> Void
  ) async -> [Element] {
    await withTaskGroup(of: Result.self) { group in
      var rest = elements[...]
      func startNext() {
        guard let element = rest.first, mayStart() else { return }
        rest.removeFirst()
        group.addTask { await work(element) }
      }
      for _ in 0..<Self.concurrency { startNext() }
      for await result in group {
        then(result)
        startNext()
      }
      return Array(rest)
    }
  }
}
