import Dialects
import Models

@testable import Networking

extension Origin {
  /// Questions with plenty of time.
  func record(
    _ reference: Reference, entityTag: String? = nil, modifiedSince: String? = nil, client: String = ""
  ) async throws(OriginError) -> Fetched<Record> {
    try await record(
      reference, FetchTerms(entityTag: entityTag, modifiedSince: modifiedSince, client: client, before: .now + .seconds(60)))
  }

  func page(
    _ number: Int, of kind: KindName, search: String? = nil, entityTag: String? = nil
  ) async throws(OriginError) -> Fetched<OriginPage> {
    try await page(number, of: kind, search: search, FetchTerms(entityTag: entityTag, before: .now + .seconds(60)))
  }

  func kinds() async throws(OriginError) -> [KindName] { try await kinds(FetchTerms(before: .now + .seconds(60))) }
}

/// Waits of no length, so that tests of repetitions do not take theirs.
let hasty = RetryPolicy(retries: 2, firstWait: .zero, longestWait: .zero)

/// An HTTP origin for as long as `body` takes.
func withHTTPOrigin(
  _ base: String, dialect: String? = nil, _ settings: HTTPSettings = HTTPSettings(requestTimeout: .seconds(30), retry: hasty),
  failures: FailureMemory.Policy = .none,
  _ body: (HTTPOrigin) async throws -> Void
) async throws {
  var settings = settings
  settings.failures = failures
  let origin = try HTTPOrigin(try WebAddress(base), dialect: dialect, dialects: .standard, settings: settings)
  do { try await body(origin) } catch {
    await origin.close()
    throw error
  }
  await origin.close()
}

let people = KindName("people") ?? Kinds.standard.all[1].name
let films = KindName("films") ?? Kinds.standard.all[0].name
let luke = Reference(people, 1)
