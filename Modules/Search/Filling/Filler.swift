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

  /// How far to go for a page.
  private enum Reach: Sendable {
    case cache
    /// To the origin, as far as that is permitted.
    case origin
  }

  let source: any Source
  let index: RecordIndex
  private let settings: SearchSettings
  private let permit: FillPermit
  private let logger: Logger
  private var pages: [KindName: [Int: Page]] = [:]

  init(_ source: any Source, _ index: RecordIndex, settings: SearchSettings, logger: Logger) {
    self.source = source
    self.index = index
    self.settings = settings
    self.logger = logger
    permit = FillPermit(settings.fill, source, patience: settings.patience)
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

  /// Returns when what the news led to can be found.
  func heed(_ news: News) async {
    for scope in news.purges { await forget(scope) }
    if news.everything {
      await lookAtEverything(and: news.records)
    } else {
      await look(at: news.lists.sorted(), and: news.records) { news.purges.contains(.kind($0)) ? .origin : .cache }
    }
    await index.settled()
  }

  private func lookAtEverything(and records: Set<Reference> = []) async {
    await lookAtKinds()
    await look(at: index.snapshot.kinds, and: records) { _ in .origin }
    await index.settled()
  }

  /// Looks at lists, then at those of the records that were in none of them: a list that is announced announces its records too.
  private func look(at kinds: [KindName], and records: Set<Reference>, reaching reach: (KindName) -> Reach) async {
    var singles = records
    for kind in kinds {
      await look(at: kind, reach(kind))
      for page in (pages[kind] ?? [:]).values { singles.subtract(page.members) }
    }
    await look(at: singles)
  }

  /// The kinds of the origin, where the cache knows them.
  private func lookAtKinds() async {
    var request = KindsRequest().request
    request.fields["cache-control"] = "only-if-cached"
    let reply = await source.ask(.cache, request, within: settings.patience)
    guard reply.isSuccess, let names = try? KindsRequest.answer(reply), !names.isEmpty else { return }
    await index.offer(names)
    await index.settled()
  }

  // MARK: Lists

  private func look(at kind: KindName, _ reach: Reach) async {
    guard let first = await page(1, of: kind, reach) else { return }
    var seen = [1: first]
    for number in stride(from: 2, through: min(first.pages, settings.mostPages), by: 1) where !Task.isCancelled {
      seen[number] = await page(number, of: kind, reach)
    }
    guard !Task.isCancelled else { return }
    pages[kind] = seen
    let members = seen.values.reduce(into: Set<Reference>()) { $0.formUnion($1.members) }
    let isWhole = seen.count >= first.pages && members.count >= first.count
    await index.note(first.count, of: kind, members: isWhole ? members : nil)
  }

  /// `nil` where the page is not to be had: what is known of it stays.
  private func page(_ number: Int, of kind: KindName, _ reach: Reach) async -> Page? {
    let known = pages[kind]?[number]
    // Asked for each page anew: another fetcher may have come.
    let mayFetch = reach == .origin ? await permit.isGiven() : false
    let request = ListRequest(
      kind, .page(number), asOrigin: true, validation: Validation(entityTag: known?.tag, onlyIfCached: !mayFetch))
    let reply = await source.ask(.cache, request.request, within: settings.patience)
    if reply.status == 304, let known { return known }
    let answered = Answered(reply)
    guard reply.status == 200, let body = try? PageBody(answered.body) else {
      if reply.problem?.type != Problem.Kind.notCached {
        logger.debug("A list could not be read", metadata: ["kind": "\(kind)", "status": "\(reply.status)"])
      }
      return nil
    }
    let disputed = await index.learn(body.items, .page)
    if !disputed.isEmpty { await look(at: Set(disputed)) }
    return Page(
      tag: answered.entityTag, pages: body.pages, count: body.count, members: Set(body.items.compactMap { Reference(canonical: $0) }))
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
      await index.settled()
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
}
