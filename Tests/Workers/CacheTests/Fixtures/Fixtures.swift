import Contracts
import Databases
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization
import TestSupport
import Testing

@testable import Cache

/// A cache service with a fake source, a test clock and a log of its events.
struct CacheHarness {
  let clock = TestClock()
  let source: FakeSource
  let service: CacheService
  let events = EventLog()

  init(
    people: Int = 25, store: any CacheStore = SQLiteStore(), settings: CacheSettings = .longTimeouts, source: FakeSource? = nil
  ) {
    let source = source ?? FakeSource(people: people)
    self.source = source
    service = CacheService(
      store: store, services: source, settings: settings, clock: clock.reading, logger: .silent, publish: events.add)
  }

  func ask(_ request: Request) async -> Reply { await service.answer(request, parts: ReplyParts { _ in }) }

  /// Waits until no fetch is in flight.
  func waitUntilIdle() async { await waitUntil("no fetch is in flight") { service.lookup.flights.count == 0 } }

  /// Waits until `count` requests wait for a fetch.
  func waiting(_ count: Int) async throws {
    try await eventually("\(count) requests wait") { service.lookup.flights.waiterCount >= count }
  }

  func record(_ id: Int, _ validation: Validation = Validation()) async -> Reply {
    await ask(RecordRequest(Reference(.people, id), validation: validation).request)
  }

  func list(_ request: ListRequest) async -> Reply { await ask(request.request) }

  /// Returns all parts and the final reply.
  func stream(_ request: ListRequest) async -> [Reply] { await service.stream(request.request) }
}

extension CacheService {
  /// Returns the reply that is sent from the bus thread, if any.
  func answerAtOnce(_ request: Request) -> Reply? { if case .reply(let reply) = handle(request) { reply } else { nil } }

  /// Returns the final reply, as a worker does. Cancelled as by a client.
  func answer(_ request: Request, parts: ReplyParts) async -> Reply {
    switch handle(request) {
    case .reply(let reply): return reply
    case .later(_, let start):
      let hook = Mutex<Handling.Cancel?>(nil)
      return await withTaskCancellationHandler {
        await withCheckedContinuation { done in
          let cancel = start(parts) { done.resume(returning: $0) }
          hook.withLock { $0 = cancel }
          if Task.isCancelled { cancel() }
        }
      } onCancel: {
        hook.withLock(\.self)?()
      }
    }
  }

  /// Returns all parts and the final reply.
  func stream(_ request: Request) async -> [Reply] {
    let parts = Mutex<[Reply]>([])
    let last = await answer(request, parts: ReplyParts { part in parts.withLock { $0.append(part) } })
    return parts.withLock(\.self) + [last]
  }
}

extension CacheSettings {
  /// Timeouts that no test reaches, even on a machine under load.
  static var longTimeouts: CacheSettings {
    var settings = CacheSettings()
    settings.fetchTimeout = .testLimit
    settings.originTimeout = nil
    return settings
  }
}

/// The published events.
final class EventLog: Sendable {
  private let events = Mutex<[Event]>([])

  var add: @Sendable (Event) -> Void { { [self] event in events.withLock { $0.append(event) } } }
  var all: [Event] { events.withLock { $0 } }
  var topics: [String] { all.map(\.topic) }
}

extension Reply {
  /// The cache status without its key.
  var cacheStatus: String? {
    fields["cache-status"].map { String($0.prefix(upTo: $0.firstRange(of: "; key=")?.lowerBound ?? $0.endIndex)) }
  }

  /// The parameter `key` of the cache status.
  var cacheKey: String? {
    guard let field = fields["cache-status"], let start = field.firstRange(of: "; key=\"")?.upperBound else { return nil }
    return String(field[start...].dropLast())
  }

  var text: String { String(decoding: content, as: UTF8.self) }

  /// The IDs of a page's records, in order.
  var ids: [Int] { ((try? PageBody(content))?.items ?? []).compactMap { $0["id"]?.int } }
}

extension LeaseDecision {
  /// The lease, if it was granted.
  var lease: Lease? { if case .granted(let lease) = self { lease } else { nil } }
}

extension CacheStore {
  /// Returns the entry of an unknown origin.
  func entry(for key: CacheKey) async throws(StorageError) -> CacheEntry? { try await entry(for: key, of: nil) }
}

extension CacheEntry {
  /// Returns a record's entry, validated at `time` and fresh for an hour.
  static func sample(_ text: String = "{}", tag: String? = nil, at time: WallTime = WallTime(seconds: 1_700_000_000)) -> CacheEntry {
    CacheEntry(
      body: Array(text.utf8), entityTag: tag,
      freshness: Freshness(
        validatedAt: time, freshUntil: time + .seconds(3_600), staleWhileRevalidateUntil: time + .seconds(7_200),
        staleIfErrorUntil: time + .seconds(10_800)))
  }

  /// Returns an entry of a page, like ``sample(_:tag:at:)``.
  static func page(_ body: PageBody, tag: String? = nil, at time: WallTime = WallTime(seconds: 1_700_000_000)) -> CacheEntry {
    var entry = sample(tag: tag, at: time)
    let (order, content, _) = PageOrder.parse(body)
    entry.page = order
    entry.body = content
    return entry
  }
}

/// A clock that stands still until the test advances it.
final class TestClock: Sendable {
  private let time = Mutex(WallTime(seconds: 1_700_000_000))

  var now: WallTime { time.withLock { $0 } }
  var reading: WallClock { { [self] in now } }

  func advance(by span: Duration) { time.withLock { $0 = $0 + span } }
}

/// Waits until `body` returns `true`. Records a timeout as an issue, for callers that cannot throw.
func waitUntil(_ what: String, isTrue body: () async -> Bool) async {
  do { try await eventually(what, isTrue: body) } catch { Issue.record(error) }
}
