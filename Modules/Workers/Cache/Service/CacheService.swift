public import Contracts
public import CoreMetrics
import Databases
public import Logging
public import MessageBus
public import Models
public import OrderedJSON

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
  private static let methods = ["GET", "HEAD", "PURGE", "IMPORT", "EXPORT", "VERIFY"]

  let context: CacheContext
  let lookup: Lookup
  private let lists: ListReader
  private let names: NameReader
  private let nameFinder: NameFinder

  /// Creates a service that closes `store` at its end, and asks the fetch service, and the search service for suggestions of names. `publish`
  /// publishes an event and must return at once (see ``EventPublisher``).
  public init(
    store: any CacheStore, services: any ServiceClient, kinds: Kinds = .standard, settings: CacheSettings = CacheSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory, clock: @escaping WallClock = { .now() }, logger: Logger = Logger(label: "cache"),
    publish: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    context = CacheContext(
      services: services, store: store, kinds: kinds, settings: settings, metrics: CacheMetrics(metrics), clock: clock, logger: logger,
      send: publish)
    lookup = Lookup(context)
    lists = ListReader(lookup: lookup)
    names = NameReader(lists: lists)
    nameFinder = NameFinder(lists: lists)
  }

  /// Additional members of `GET /stats`: `origin`, the current origin, once known; `warning`, a ``StorageWarning`` of the store.
  public var facts: JSON.Object {
    var facts: JSON.Object = context.tier.origin.map { ["origin": .string($0.text)] } ?? [:]
    facts["warning"] = context.store.warning?.json
    return facts
  }

  public func encodedReply(to request: ReceivedRequest) -> EncodedReply? {
    guard request.isPlain,
      let reply = context.tier.encodedReply(toHead: request.head, at: context.clock(), decode: { self.query(request.plainRequest)?.key })
    else { return nil }
    context.metrics.hits.increment()
    return reply
  }

  /// Returns the demands of a request that one entry answers.
  private func query(_ request: Request?) -> CacheQuery? {
    // A request for names may hold hundreds of references, which are not read on the bus thread.
    guard let request, request.method == "GET", request.target.path != ["names"] else { return nil }
    return try? CacheQuery(request, kinds: context.kinds)
  }

  public func handle(_ request: Request) -> Handling {
    if let query = query(request), query.validation.acceptsAnyFresh,
      let reply = context.tier.freshReply(for: query.key, unless: query.validation, at: context.clock())
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
    let caller = Caller(parts, deadline: request.deadline, default: context.settings.fetchTimeout)
    do throws(Problem) {
      var reply = try await request.method == "GET" ? get(request, caller, parts) : change(request)
      if reply.fields["cache-status"] == nil { reply.fields["cache-status"] = CacheStatus.local().field(for: nil) }
      return reply
    } catch {
      var reply = Reply(error)
      reply.fields["cache-status"] = CacheStatus.local().field(for: nil)
      if error.status == 405 { reply.fields["allow"] = Self.methods.joined(separator: ", ") }
      return reply
    }
  }

  /// Answers a GET. Throws a 400 that names the invalid field, and a 404 for an unknown path.
  private func get(_ request: Request, _ caller: Caller, _ parts: ReplyParts) async throws(Problem) -> Reply {
    guard OriginRequest(request) == nil else {
      throw Problem(
        404, "not found",
        detail: "the cache does not serve /origin; \(ServiceName.fetch) does, and each reply names its origin in the field "
          + OriginIdentity.field, type: ProblemType.notFound)
    }
    if let names = try NamesRequest(request) { return await self.names.answers(to: names, caller) { parts.send($0.reply) }.reply }
    if let name = try NameLookupRequest(request) {
      let (result, status) = await nameFinder.find(name, caller)
      var reply: Reply
      do throws(Problem) { reply = NameLookupRequest.reply(try result.get()) } catch { reply = Reply(error) }
      reply.fields["cache-status"] = status.field(for: nil)
      return reply
    }
    if let query = try CacheQuery(request, kinds: context.kinds) {
      let result =
        if case .page(let page) = query.key { await lists.page(page, query.validation, caller) } else {
          await lookup.find(query.key, query.validation, caller)
        }
      return reply(for: query.key, to: result, query.validation)
    }
    guard let request = try ListRequest(request) else {
      throw Problem(
        404, "not found", detail: "unknown path \(request.target): the cache serves /KIND/ID, /KIND, /kinds and /names",
        type: ProblemType.notFound)
    }
    let list = try ListPage(request, kinds: context.kinds)
    // A part is sent when the next one is available, because the last one is the final reply.
    var (last, number): (Reply?, Int) = (nil, 0)
    await lists.allPages(list, request.validation, caller) { result in
      if let last { parts.send(last) }
      number += 1
      last = reply(for: .page(list.numbered(number)), to: result, Validation())
    }
    return last ?? Reply(200)
  }

  /// Answers a request about the store. Throws a 405 for another method.
  private func change(_ request: Request) async throws(Problem) -> Reply {
    let (export, verify, lines) = (try ExportRequest(request), try VerifyRequest(request), try ImportRequest(request))
    do throws(StorageError) {
      if let export { return ExportRequest.reply(try await self.export(after: export.position)) }
      if let verify { return VerifyRequest.reply(try await self.verify(verify)) }
      if let lines { return ImportRequest.reply(try await add(lines)) }
    } catch {
      guard error.code != .invalidPosition else { throw .badRequest("after", error.message) }
      context.logger.error("cache store could not be read or written as a whole", metadata: ["reason": "\(error.message)"])
      throw Problem(500, "the cache store failed", detail: error.message)
    }
    if let purge = try PurgeRequest(request) { return await self.purge(purge.scope, within: request.deadline) }
    throw Problem(
      405, "method not allowed", detail: "the cache supports \(Self.methods.joined(separator: ", ")), not \(request.method)",
      type: ProblemType.badRequest)
  }

  private func reply(for key: CacheKey, to result: LookupResult, _ condition: Validation) -> Reply {
    context.metrics.count(result.status)
    return result.reply(for: key, unless: condition, from: context.tier.origin, at: context.clock())
  }

  /// A large purge goes on after the deadline: the broker disconnects a worker that holds a request long past it.
  private func purge(_ scope: PurgeRequest.Scope, within deadline: Duration?) async -> Reply {
    let purge = Task { () -> Reply in
      do throws(StorageError) { return PurgeRequest.reply(try await self.purge(scope)) } catch {
        return Reply(Problem(500, "the cache store failed", detail: error.message))
      }
    }
    return await purge.value(within: (deadline ?? context.settings.fetchTimeout) * 0.9)
      ?? Reply(
        Problem(504, "the purge takes longer than the time limit", detail: "it goes on in the background", type: ProblemType.deadline))
  }

  private func purge(_ scope: PurgeRequest.Scope) async throws(StorageError) -> Int {
    var (count, removed) = (0, Self.purgeBatch)
    do {
      // Also if the store failed: it may have removed a part, or may still be removing entries.
      defer {
        context.tier.invalidate(.purged(scope))
        context.publish(.purged(scope))
      }
      while removed == Self.purgeBatch {
        removed = try await context.store.purge(scope, atMost: Self.purgeBatch)
        count += removed
      }
    }
    // The entries are removed, whether or not the store can be read now.
    if let usage = try? await context.store.usage() { context.metrics.record(usage) }
    return count
  }

  /// Number of entries that the store removes at once, which takes a few hundredths of a second.
  static let purgeBatch = 1_000
}

/// The demands of a request that one entry answers.
struct CacheQuery: Sendable, Hashable {
  let key: CacheKey
  let validation: Validation

  /// Returns `nil` for a request that several entries answer, or none. Throws a 400 that names the invalid field.
  init?(_ request: Request, kinds: Kinds) throws(Problem) {
    if let record = try RecordRequest(request) {
      (key, validation) = (.record(record.reference), record.validation)
    } else if let kinds = KindsRequest(request) {
      (key, validation) = (.kinds, kinds.validation)
    } else if let list = try ListRequest(request), case .page(let number) = list.extent {
      (key, validation) = (.page(try ListPage(list, kinds: kinds).numbered(number)), list.validation)
    } else {
      return nil
    }
  }
}

extension ListPage {
  /// Maximum length of the search text, in bytes.
  static let searchLimit = 1_024

  /// The first page of a list, with its order resolved: without a sort key, a whole list is in the kind's default order. Search results, and lists of
  /// a kind that this program does not know, are in the origin's order. Throws a 400 that names the field and lists the available sort keys.
  init(_ request: ListRequest, kinds: Kinds) throws(Problem) {
    guard (request.search?.utf8.count ?? 0) <= Self.searchLimit else {
      throw .badRequest("search", "the search text is longer than \(Self.searchLimit) bytes")
    }
    self.init(request.kind, search: request.search)
    guard let kind = kinds[request.kind] else {
      guard request.sort == nil, !request.descending else {
        throw .unsortable(request.kind, field: request.sort == nil ? "order" : "sort")
      }
      return
    }
    if let key = request.sort, !kind.sortKeys.contains(key) {
      throw .badRequest("sort", "unknown sort key '\(key)' for \(kind.name): choose one of \(kind.sortKeys.joined(separator: ", "))")
    }
    guard !request.asOrigin, request.sort != nil || request.descending || search == nil else { return }
    order = ListPage.Order(request.sort ?? kind.sortKeys[0], descending: request.descending)
  }
}
