import Contracts
import Dialects
import Models
import TestSupport

@testable import Networking

extension Origin {
  /// Requests with a generous deadline.
  func record(
    _ reference: Reference, entityTag: String? = nil, modifiedSince: String? = nil, client: String = ""
  ) async throws(OriginError) -> OriginResponse<Record> {
    try await record(
      reference, FetchContext(entityTag: entityTag, modifiedSince: modifiedSince, client: client, deadline: .now + .testLimit))
  }

  func page(
    _ number: Int, of kind: KindName, search: String? = nil, entityTag: String? = nil
  ) async throws(OriginError) -> OriginResponse<OriginPage> {
    try await page(number, of: kind, search: search, FetchContext(entityTag: entityTag, deadline: .now + .testLimit))
  }

  func kinds() async throws(OriginError) -> [KindName] { try await kinds(FetchContext(deadline: .now + .testLimit)) }
}

/// A policy without delays, so that tests of retries are fast.
let immediateRetries = RetryPolicy(maxRetries: 2, initialDelay: .zero, maxDelay: .zero)

extension FailureCache.Policy {
  /// Caches nothing.
  static let none = FailureCache.Policy(initial: .zero, max: .zero, unreachable: .zero)
}

/// Runs `body` with an HTTP origin and closes it.
func withHTTPOrigin(
  _ base: String, dialect: String? = nil, _ settings: HTTPSettings = HTTPSettings(requestTimeout: .testLimit, retry: immediateRetries),
  failures: FailureCache.Policy = .none,
  _ body: (HTTPOrigin) async throws -> Void
) async throws {
  var settings = settings
  settings.failureCache = failures
  let origin = try HTTPOrigin(try HTTPURL(base), dialect: dialect, dialects: .standard, settings: settings)
  do { try await body(origin) } catch {
    await origin.close()
    throw error
  }
  await origin.close()
}

let people = KindName("people") ?? Kinds.standard.all[1].name
let films = KindName("films") ?? Kinds.standard.all[0].name
let luke = Reference(people, 1)
