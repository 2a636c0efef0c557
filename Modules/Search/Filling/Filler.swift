import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON

/// Fills the index from what the cache service holds, over the bus and as any client asks, and keeps it so. One piece of work at a time.
actor Filler {
  /// A page of an origin's list as it was seen last.
  private struct Page: Sendable {
    var tag: String?
    var pages: Int
    var count: Int
    var members: Set<Reference>
  }

  private enum Look: Sendable {
    case page(Page)
    /// Not cached, or not there.
    case absent
    /// The cache could not answer: what is known stays.
    case failed
  }

  private let source: any Source
  private let index: RecordIndex
  private let settings: SearchSettings
  private let logger: Logger
  private var pages: [KindName: [Int: Page]] = [:]

  init(_ source: any Source, _ index: RecordIndex, settings: SearchSettings, logger: Logger) {
    self.source = source
    self.index = index
    self.settings = settings
    self.logger = logger
  }

  /// Looks at everything, then at what the news say, until the task is cancelled.
  func run(_ stand: Newsstand) async {
    await lookAtEverything()
    await followReferences()
    for await _ in stand.rings {
      // What comes together is looked at together.
      guard (try? await Task.sleep(for: settings.gathering)) != nil else { return }
      await heed(stand.take())
    }
  }

  func heed(_ news: News) async {
    for scope in news.purges { await forget(scope) }
    if news.everything { return await lookAtEverything(and: news.records) }
    let isEager = await isEager()
    var singles = news.records
    for kind in news.lists.sorted() {
      await look(at: kind, isEager: isEager && news.purges.contains(.kind(kind)))
      // A list announces its records too, and has just shown them.
      for page in (pages[kind] ?? [:]).values { singles.subtract(page.members) }
    }
    await look(at: singles)
  }

  private func lookAtEverything(and records: Set<Reference> = []) async {
    let isEager = await isEager()
    await lookAtKinds()
    var singles = records
    for kind in index.snapshot.kinds {
      await look(at: kind, isEager: isEager)
      for page in (pages[kind] ?? [:]).values { singles.subtract(page.members) }
    }
    await look(at: singles)
  }

  /// Whether records may be asked for that the cache does not hold.
  private func isEager() async -> Bool {
    switch settings.fill {
    case .cached: return false
    case .eager: return true
    case .auto:
      let reply = await source.ask(.fetch, StatsRequest().request, within: settings.patience)
      guard reply.isSuccess, let origin = (try? StatsRequest.answer(reply))?["origin"]?.string else { return false }
      return LocalOrigin.isLocal(origin)
    }
  }

  /// The kinds of the origin, where the cache knows them.
  private func lookAtKinds() async {
    var request = KindsRequest().request
    request.fields["cache-control"] = "only-if-cached"
    let reply = await source.ask(.cache, request, within: settings.patience)
    guard reply.isSuccess, let names = try? KindsRequest.answer(reply), !names.isEmpty else { return }
    await index.offer(names)
  }

  // MARK: Lists

  private func look(at kind: KindName, isEager: Bool) async {
    guard case .page(let first) = await page(1, of: kind, isEager: isEager) else { return }
    var seen = [1: first]
    var isWhole = true
    for number in stride(from: 2, through: min(first.pages, settings.mostPages), by: 1) {
      if Task.isCancelled { return }
      if case .page(let page) = await page(number, of: kind, isEager: isEager) { seen[number] = page } else { isWhole = false }
    }
    pages[kind] = seen
    let members = seen.values.reduce(into: Set<Reference>()) { $0.formUnion($1.members) }
    isWhole = isWhole && first.pages <= settings.mostPages && members.count >= first.count
    await index.note(first.count, of: kind, members: isWhole ? members : nil)
  }

  private func page(_ number: Int, of kind: KindName, isEager: Bool) async -> Look {
    let known = pages[kind]?[number]
    let validation = Validation(entityTag: known?.tag, onlyIfCached: !isEager)
    let request = ListRequest(kind, .page(number), asOrigin: true, validation: validation)
    let reply = await source.ask(.cache, request.request, within: settings.patience)
    if reply.status == 304, let known { return .page(known) }
    guard reply.status == 200 else {
      if let problem = reply.problem, problem.type != Problem.Kind.notCached {
        logger.debug("A list could not be read", metadata: ["kind": "\(kind)", "reason": "\(problem)"])
        return .failed
      }
      return .absent
    }
    let answered = Answered(reply)
    guard let body = try? PageBody(answered.body) else { return .failed }
    let disputed = await index.learn(body.items, .page)
    if !disputed.isEmpty { await look(at: Set(disputed)) }
    return .page(
      Page(tag: answered.entityTag, pages: body.pages, count: body.count, members: Set(body.items.compactMap { Reference(canonical: $0) })))
  }

  // MARK: Records

  private func look(at references: Set<Reference>) async {
    let source = source
    let patience = settings.patience
    await withTaskGroup(of: (Reference, Reply).self) { group in
      var waiting = references.sorted()[...]
      func next() {
        guard let reference = waiting.popFirst() else { return }
        let request = RecordRequest(reference, validation: Validation(onlyIfCached: true)).request
        group.addTask { (reference, await source.ask(.cache, request, within: patience)) }
      }
      for _ in 0..<settings.width { next() }
      var found: [JSON] = []
      var gone: Set<Reference> = []
      for await (reference, reply) in group {
        next()
        if reply.status == 200, let json = try? JSON(parsing: reply.content) { found.append(json) }
        if reply.status == 404 || reply.status == 410 { gone.insert(reference) }
      }
      await index.learn(found, .single)
      if !gone.isEmpty { await index.forget({ [gone] in gone.contains($0) }, counts: { _ in false }) }
    }
  }

  /// A cache does not say which records it holds. Those that others point to are asked for, once.
  private func followReferences() async {
    var asked: Set<Reference> = []
    while !Task.isCancelled {
      let snapshot = index.snapshot
      let known = Set(snapshot.kinds)
      let unknown = Set(
        snapshot.library.documents.flatMap(\.record.references).filter {
          snapshot.library.place(of: $0) == nil && known.contains($0.kind) && !snapshot.isComplete($0.kind)
        }
      ).subtracting(asked)
      guard !unknown.isEmpty, asked.count < settings.mostReferences else { return }
      asked.formUnion(unknown)
      await look(at: unknown)
    }
  }

  private func forget(_ scope: PurgeRequest.Scope) async {
    switch scope {
    case .everything:
      pages = [:]
      await index.forget({ _ in true }, counts: { _ in true })
    case .kind(let kind):
      pages[kind] = nil
      await index.forget({ $0.kind == kind }, counts: { $0 == kind })
    case .record(let reference): await index.forget({ $0 == reference }, counts: { _ in false })
    }
  }

  // MARK: Searches of the origin

  /// Asks the origin, by way of the cache, for records of `kinds` that its own search finds, and indexes them. `nil` when no kind was answered.
  nonisolated func searchOrigin(_ text: String, in kinds: [KindName], within limit: Duration) async -> [Reference]? {
    let source = source
    let pages = await withTaskGroup(of: PageBody?.self) { group in
      for kind in kinds {
        let request = ListRequest(kind, asOrigin: true, search: text).request
        group.addTask {
          let reply = await source.ask(.cache, request, within: limit)
          return reply.status == 200 ? try? PageBody(reply.content) : nil
        }
      }
      return await group.reduce(into: [PageBody]()) { if let page = $1 { $0.append(page) } }
    }
    guard !pages.isEmpty else { return nil }
    let items = pages.flatMap(\.items)
    await index.learn(items, .single)
    return items.compactMap { Reference(canonical: $0) }
  }
}
