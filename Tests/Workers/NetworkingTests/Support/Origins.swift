import Contracts
import Dialects
import MessageBus
import Models
import Synchronization
import TestSupport

@testable import Networking

/// An ``OriginResponse`` with content of one type.
struct Answer<Content: Sendable>: Sendable {
  var content: Content?
  let entityTag, location: String?
  let fields: Fields

  init(_ response: OriginResponse, _ content: (OriginContent) -> Content?) {
    (entityTag, location, fields) = (response.entityTag, response.location, response.fields)
    self.content = response.content.flatMap(content)
  }
}

extension Origin {
  /// Asks for a document, and cancels the query with the task.
  func answer(_ query: OriginQuery, _ context: FetchContext) async throws(OriginError) -> OriginResponse {
    let outcome: Result<OriginResponse, OriginError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        fetch(query, context) { continuation.resume(returning: $0) }
        if Task.isCancelled { cancel(context.id) }
      }
    } onCancel: {
      cancel(context.id)
    }
    return try outcome.get()
  }

  func record(_ reference: Reference, _ context: FetchContext) async throws(OriginError) -> Answer<Record> {
    Answer(try await answer(.record(reference), context)) { if case .record(let record) = $0 { record } else { nil } }
  }

  func page(_ number: Int, of kind: KindName, search: String?, _ context: FetchContext) async throws(OriginError) -> Answer<OriginPage> {
    Answer(try await answer(.page(number, OriginList(kind, search: search)), context)) {
      if case .page(let page) = $0 { page } else { nil }
    }
  }

  /// Requests with a generous deadline.
  func record(
    _ reference: Reference, entityTag: String? = nil, modifiedSince: String? = nil, client: String = ""
  ) async throws(OriginError) -> Answer<Record> {
    try await record(
      reference, FetchContext(entityTag: entityTag, modifiedSince: modifiedSince, client: client, deadline: .now + .testLimit))
  }

  func page(
    _ number: Int, of kind: KindName, search: String? = nil, entityTag: String? = nil
  ) async throws(OriginError) -> Answer<OriginPage> {
    try await page(number, of: kind, search: search, FetchContext(entityTag: entityTag, deadline: .now + .testLimit))
  }

  func kinds() async throws(OriginError) -> [KindName] {
    let response = try await answer(.kinds, FetchContext(deadline: .now + .testLimit))
    if case .kinds(let kinds) = response.content { return kinds }
    throw OriginError(.malformed, "the answer has no kinds")
  }
}

extension HTTPOrigin {
  /// Number of queued requests.
  var waitingCount: Int { state.withLock(\.machine.queuedCount) }
}

extension FetchService {
  /// Answers as on the bus, without one.
  func answer(_ request: Request, parts: ReplyParts = ReplyParts { _ in }) async -> Reply {
    switch handle(request) {
    case .reply(let reply): reply
    case .later(_, let start): await withCheckedContinuation { continuation in _ = start(parts) { continuation.resume(returning: $0) } }
    }
  }
}

/// A policy without delays, so that tests of retries are fast.
let immediateRetries = RetryPolicy(maxRetries: 2, initialDelay: .zero, maxDelay: .zero)

/// Runs `body` with an HTTP origin and closes it.
func withHTTPOrigin(
  _ base: String, dialect: String? = nil, _ settings: HTTPSettings = HTTPSettings(requestTimeout: .testLimit, retry: immediateRetries),
  _ body: (HTTPOrigin) async throws -> Void
) async throws {
  let origin = try HTTPOrigin(base, OriginConfiguration(dialect: dialect, http: settings))
  do { try await body(origin) } catch {
    await origin.close()
    throw error
  }
  await origin.close()
}

let people = KindName("people") ?? Kinds.standard.all[1].name
let films = KindName("films") ?? Kinds.standard.all[0].name
let luke = Reference(people, 1)
