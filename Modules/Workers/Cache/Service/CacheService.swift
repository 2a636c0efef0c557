import Contracts
public import CoreMetrics
import Databases
public import Logging
public import MessageBus
public import Models

/// The service `holocron.cache`: answers from its store, and on a miss asks the fetch service and stores the answer.
///
/// | request | answer |
/// |---|---|
/// | `GET /{kind}/{id}` | the record |
/// | `GET /{kind}` | one page in the kind's order, or with `page=all` every page as a part; `sort` and `order` select another order, `search` filters by the origin's search |
/// | `GET /kinds` | the kinds of the origin |
/// | `GET /names?of=…` | the names of the given records, in parts: those in the cache first, the others as they arrive |
/// | `GET /names?like=…` | the record that a name refers to |
/// | `PURGE /`, `/{kind}`, `/{kind}/{id}` | the number of entries removed |
/// | `EXPORT /store/entries`, `IMPORT /store/entries` | some entries of the store as lines of a file; the number of lines imported |
/// | `VERIFY /store/check`, `PURGE /store/check` | the damaged entries among some entries of the store; the latter removes them |
///
/// Every answer of this service has a `cache-status` field (RFC 9211); answers of the worker around it (`GET /stats`, and to invalid request
/// lines) have none. An answer with a record, a list or the kinds also has an `age` field with the time since the origin last confirmed it,
/// and a `holocron-origin` field with the identity of the origin. If the caller's copy is the stored one (`if-none-match`,
/// `if-modified-since`), the answer is 304 without content.
///
/// `HEAD` is answered like `GET`, without content. No other method is forwarded to the origin, so none changes anything there that would
/// make stored answers invalid (RFC 9111 section 4.4): the answer is 405.
public final class CacheService: RequestHandler {
  public let name = ServiceName.cache.text

  let context: CacheContext
  let lookup: Lookup
  private let lists: ListReader
  private let names: NameReader
  private let nameFinder: NameFinder

  /// - Parameters:
  ///   - store: the store, which ``close()`` closes.
  ///   - suggester: suggests records for names that the cache does not know.
  ///   - publish: publishes an event about entries that were stored, confirmed or purged. Must return at once (see ``EventPublisher``).
  public init(
    store: any CacheStore, source: any Source, suggester: (any Suggester)? = nil, kinds: Kinds = .standard,
    settings: CacheSettings = CacheSettings(), metrics: any MetricsFactory = MetricsSystem.factory, clock: @escaping WallClock = { .now() },
    logger: Logger = Logger(label: "cache"), publish: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    context = CacheContext(
      source: source, store: TimedStore(store, timeout: settings.storeTimeout, logger: logger),
      tier: MemoryTier(limits: settings.memory, recheckInterval: settings.recheckInterval), kinds: kinds, settings: settings,
      metrics: CacheMetrics(metrics), clock: clock, logger: logger, send: publish)
    lookup = Lookup(context)
    lists = ListReader(lookup: lookup)
    names = NameReader(lists: lists)
    nameFinder = NameFinder(lists: lists, suggester: suggester)
  }

  /// Additional members of `GET /stats`: `origin`, the current origin, once known.
  public var facts: [String: String] { context.tier.origin.map { ["origin": $0.text] } ?? [:] }

  public func encodedReply(to request: ReceivedRequest) -> EncodedReply? {
    guard request.isPlain,
      let reply = context.tier.encodedReply(toHead: request.head, at: context.clock(), decode: { self.single(request.plainRequest)?.key })
    else { return nil }
    context.metrics.hits.increment()
    return reply
  }

  /// Returns the key of the entry that answers a request, and the demands on it; `nil` if there are several entries or none.
  private func single(_ request: Request?) -> (key: CacheKey, validation: Validation)? {
    // A request for names may hold hundreds of references, which are not read on the bus thread.
    guard let request, request.method == "GET", request.target.path != ["names"] else { return nil }
    return (try? CacheQuery(request, kinds: context.kinds))?.single
  }

  public func handle(_ request: Request) -> Handling {
    if let (key, validation) = single(request), validation.acceptsAnyFresh,
      let reply = context.tier.freshReply(for: key, unless: validation, at: context.clock())
    {
      context.metrics.hits.increment()
      return .reply(reply)
    }
    return .task { parts in await self.answer(request, parts) }
  }

  private func answer(_ request: Request, _ parts: ReplyParts) async -> Reply {
    if request.method == "HEAD" {
      var get = request
      get.method = "GET"
      // Parts are content, too.
      var reply = await answer(get, ReplyParts(client: parts.client, releasing: parts.releaseCredit) { _ in })
      reply.content = []
      return reply
    }
    do throws(Problem) {
      return await answer(try CacheQuery(request, kinds: context.kinds), within: request.deadline, parts)
    } catch {
      var reply = Reply(error).withLocalStatus
      if error.status == 405 { reply.fields["allow"] = CacheQuery.methods.joined(separator: ", ") }
      return reply
    }
  }

  private func answer(_ query: CacheQuery, within deadline: Duration?, _ parts: ReplyParts) async -> Reply {
    let caller = Caller(parts, deadline: deadline, default: context.settings.fetchTimeout)
    switch query {
    case .single(let key, let validation):
      return reply(for: key, to: await lookup.find(key, validation, caller), validation)
    case .list(let list):
      if let page = list.page {
        return reply(for: .page(page), to: await lists.page(page, list.validation, caller), list.validation)
      }
      // A part is sent when the next one is available, because the last one is the final reply.
      var last: Reply?
      var number = 0
      await lists.allPages(list.list, list.validation, caller) { result in
        if let last { parts.send(last) }
        number += 1
        last = reply(for: .page(list.list.numbered(number)), to: result, Validation())
      }
      return last ?? Reply(200).withLocalStatus
    case .names(let request):
      let last = await names.answers(to: request, caller) { parts.send($0.reply) }
      return last.reply
    case .nameLookup(let request):
      let (result, status) = await nameFinder.find(request, caller)
      var reply: Reply
      do throws(Problem) { reply = NameLookupRequest.reply(try result.get()) } catch { reply = Reply(error) }
      reply.fields["cache-status"] = status.field(for: nil)
      return reply
    case .purge(let request): return await purge(request, within: deadline).withLocalStatus
    case .export, .verify, .import: return await answerFromStore(query).withLocalStatus
    }
  }

  private func reply(for key: CacheKey, to result: LookupResult, _ condition: Validation) -> Reply {
    context.metrics.count(result.status)
    return result.reply(for: key, unless: condition, from: context.tier.origin, at: context.clock())
  }

  /// A large purge goes on after the deadline: the broker disconnects a worker that holds a request long past it.
  private func purge(_ request: PurgeRequest, within deadline: Duration?) async -> Reply {
    let purge = Task { () -> Reply in
      do throws(StorageError) { return PurgeRequest.reply(try await self.purge(request.scope)) } catch {
        return Reply(Problem(500, "the cache store failed", detail: error.message))
      }
    }
    return await purge.value(within: (deadline ?? context.settings.fetchTimeout) * 0.9)
      ?? Reply(
        Problem(504, "the purge takes longer than the time limit", detail: "it goes on in the background", type: ProblemType.deadline))
  }

  private func purge(_ scope: PurgeRequest.Scope) async throws(StorageError) -> Int {
    let count: Int
    do {
      // Also if the store failed: it may have removed a part, or may still be removing entries.
      defer {
        context.tier.invalidate(.purged(scope))
        context.publish(.purged(scope))
      }
      count = try await context.store.purge(scope)
    }
    // The entries are removed, whether or not the store can be read now.
    if let usage = try? await context.store.read({ store throws(StorageError) in try await store.usage() }) {
      context.metrics.record(usage)
    }
    return count
  }
}

extension Reply {
  /// The reply with the `cache-status` of an answer that the cache made itself.
  fileprivate var withLocalStatus: Reply {
    var reply = self
    reply.fields["cache-status"] = CacheStatus.local().field(for: nil)
    return reply
  }
}
