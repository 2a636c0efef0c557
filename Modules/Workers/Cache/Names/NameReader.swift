import Contracts
import MessageBus
import Models

/// Reads the names of records: those in memory first, then those in the store, then those that have to be fetched, many of one kind by
/// the pages of its list.
struct NameReader: Sendable {
  /// Number of records of one request that are fetched concurrently. More would only crowd out other clients.
  static let concurrency = 64
  /// Number of records that are read from the store at once.
  private static let readAtOnce = 256
  /// Size in bytes of the records named in one part. A label is shorter than its record, so no part exceeds the largest message of the bus.
  private static let maxRecordSize = 1 << 20
  /// Number of records of one kind for which the list is fetched: one request returns a page of records instead of one.
  private static let minimumForList = 10
  /// A page takes the origin longer than a record, so each page but the first must save another request.
  private static let recordsPerPage = 2

  let lists: ListReader

  private var lookup: Lookup { lists.lookup }
  private var context: CacheContext { lookup.context }

  /// A record whose name needs a fetch, and the reason.
  private struct Missing: Sendable {
    let reference: Reference
    let stored: CacheEntry?
    let reason: CacheStatus.Reason
  }

  /// Names, and how they were found.
  struct Part: Sendable {
    var names: [NameAnswer] = []
    /// `nil` without names.
    var status: CacheStatus?
    /// The size of the records in bytes.
    fileprivate var recordSize = 0

    var reply: Reply {
      var reply = NamesRequest.reply(names)
      reply.fields["cache-status"] = (status ?? .local()).field(for: nil)
      return reply
    }

    fileprivate mutating func add(_ name: NameAnswer, _ status: CacheStatus, size: Int = 0) {
      names.append(name)
      self.status = self.status?.combined(with: status) ?? status
      recordSize += size
    }

    fileprivate mutating func send(_ emit: (Part) -> Void) {
      if !names.isEmpty { emit(self) }
      self = Part()
    }
  }

  /// Passes the names to `emit` in parts and returns the last part. Those in memory come first, then those in the store; each fetched name is a part
  /// of its own. Names that have not arrived at the deadline are missing.
  func answers(to request: NamesRequest, _ caller: Caller, emit: (Part) -> Void) async -> Part {
    var (part, unread, missing, seen): (Part, [Reference], [Missing], Set<Reference>) = (Part(), [], [], [])
    func add(_ reference: Reference, _ stored: CacheEntry?) {
      switch lookup.result(for: .record(reference), stored: stored, request.validation, caller) {
      case .ready(let result):
        part.add(answer(reference, result), result.status, size: stored?.body.count ?? 0)
        if part.recordSize > Self.maxRecordSize { part.send(emit) }
      case .needsFetch(let reason): missing.append(Missing(reference: reference, stored: stored, reason: reason))
      }
    }
    for reference in request.references where seen.insert(reference).inserted {
      if let entry = lookup.entryInMemory(for: .record(reference)) { add(reference, entry) } else { unread.append(reference) }
    }
    for first in stride(from: 0, to: unread.count, by: Self.readAtOnce) {
      part.send(emit)
      let chunk = unread[first...].prefix(Self.readAtOnce)
      let entries = await lookup.entries(for: chunk.map { .record($0) })
      for reference in chunk { add(reference, entries[.record(reference)]) }
    }
    guard !missing.isEmpty else { return part }
    part.send(emit)
    return await fetch(missing, request.validation, caller, emit: emit)
  }

  /// Fetches `missing`, some at once. Passes each name to `emit` as it arrives and returns the last part.
  private func fetch(_ missing: [Missing], _ validation: Validation, _ caller: Caller, emit: (Part) -> Void) async -> Part {
    // What a list contains must be stored, and must satisfy the request.
    let mayFetchLists = validation.acceptsAnyFresh && !validation.noStore && !validation.onlyIfCached
    let byKind = Dictionary(grouping: missing, by: \.reference.kind)
    let listed = mayFetchLists ? byKind.filter { $0.value.count >= Self.minimumForList } : [:]
    // Each task returns a name, or the kind whose list was fetched, as far as that was possible.
    return await withTaskGroup(of: (part: Part?, kind: KindName).self) { group in
      for (kind, missing) in listed {
        group.addTask {
          // The records may be available although the list is not.
          await fetchList(of: kind, for: missing.map(\.reference.id), validation, caller.withHalfTheTime)
          return (nil, kind)
        }
      }
      var waiting = missing.filter { listed[$0.reference.kind] == nil }[...]
      var (running, pending, last) = (0, missing.count, Part())
      func startNext() {
        while Self.concurrency > running, caller.remaining > .zero, !Task.isCancelled, let next = waiting.popFirst() {
          running += 1
          let isListed = listed[next.reference.kind] != nil
          group.addTask { (await name(next, isListed: isListed, validation, caller), next.reference.kind) }
        }
      }
      startNext()
      for await (part, kind) in group {
        if let part {
          (running, pending) = (running - 1, pending - 1)
          if pending > 0 { emit(part) } else { last = part }
        } else {
          waiting += listed[kind] ?? []
        }
        startNext()
      }
      for reference in waiting.map(\.reference) {
        let problem = Problem.deadlinePassed(.record(reference), detail: "there was no time left to request it")
        last.add(NameAnswer(reference, .missing(problem)), .local())
      }
      return last
    }
  }

  /// Fetches the first page of the list, and the others if this takes fewer requests than fetching the rest of the records one by one.
  private func fetchList(of kind: KindName, for ids: [Int], _ validation: Validation, _ caller: Caller) async {
    guard case .entry(let first, _) = await lookup.find(.page(ListPage(kind)), validation, caller), let order = first.page, first.pages > 1,
      (first.pages - 1) * Self.recordsPerPage <= Set(ids).subtracting(order.ids).count
    else { return }
    await lists.originPages(ListPage(kind), validation, caller) { _ in }
  }

  /// Returns the name of a record, which is fetched unless another request, or its list, has done so.
  private func name(_ missing: Missing, isListed: Bool, _ validation: Validation, _ caller: Caller) async -> Part {
    let key = CacheKey.record(missing.reference)
    let known = isListed ? await lookup.entry(for: key) : lookup.entryInMemory(for: key)
    var result = await lookup.find(key, stored: known ?? missing.stored, validation, caller)
    // The record came with its list, which was fetched for this request.
    if isListed, case .entry(let entry, let status) = result, status.isHit, status.detail == nil {
      result = .entry(entry, .fetched(status: 200, stored: true, collapsed: true).forwarded(missing.reason))
    }
    return Part(names: [answer(missing.reference, result)], status: result.status)
  }

  private func answer(_ reference: Reference, _ result: LookupResult) -> NameAnswer {
    context.metrics.count(result.status)
    let reply = result.reply(for: .record(reference), unless: Validation(), from: context.tier.origin, at: context.clock())
    return NameAnswer(reference, from: reply, kinds: context.kinds)
  }
}
