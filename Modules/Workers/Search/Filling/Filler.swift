import Contracts
import Logging
import MessageBus
import Models
import OrderedJSON

/// Fills the index from what the cache service holds, over the bus and as any client asks, and keeps it so. One piece of work at a time.
actor Filler {
  let source: any Source
  let index: RecordIndex
  let settings: SearchSettings
  let permit: FillPermit
  let logger: Logger
  /// The lists as they were seen last, page by page.
  var pages: [KindName: [Int: Page]] = [:]
  /// Another origin than the indexed one, which a reply named.
  var strayOrigin: String?

  /// Turns to another origin in a row; more means that two origins answer in turn.
  private static let mostTurns = 3

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
    for _ in 0..<Self.mostTurns {
      guard let stray = strayOrigin else { break }
      strayOrigin = nil
      guard await index.turn(to: stray) else { continue }
      pages = [:]
      await lookAtEverything()
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
    await followOrigin(of: reply, within: settings.patience)
    guard reply.isSuccess, let names = try? KindsRequest.answer(reply), !names.isEmpty else { return }
    await index.offer(names)
    await index.settled()
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
