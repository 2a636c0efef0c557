import Dialects
import Models
import OrderedJSON
import Synchronization

/// Which dialect a server uses, if the user does not say so.
extension HTTPOrigin {
  /// Detects the dialect. Callers that do so at the same time share the responses.
  func detectDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    let detected = try await dialectOfRoot(context)
    state.withLock { $0.dialect = detected }
    return detected
  }

  private func dialectOfRoot(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    let root = try await document(address + "/", context)
    let candidates = (try? JSON(parsing: root.body)).map(dialects.recognising) ?? []
    guard let first = candidates.first else { throw unknownDialect("the root of \(address)", root) }
    var elsewhere = root.redirectedTo ?? address
    while elsewhere.hasSuffix("/") { elsewhere.removeLast() }
    if candidates.count == 1, elsewhere == address { return first }
    guard let kind = try? first.kinds(root: root.body).first else { throw unknownDialect("the root of \(address)", root) }
    // A list of the server decides between dialects with the same root document, and shows whether it has lists at this URL: otherwise, the
    // origin would look healthy and empty.
    var failure: OriginError?
    var requested: Set<String> = []
    for url in candidates.map({ $0.url(of: .page(PageQuery(kind)), base: address) }) where requested.insert(url).inserted {
      do throws(OriginError) {
        let list = try await document(url, context)
        if let json = try? JSON(parsing: list.body), let detected = candidates.first(where: { $0.recognises(list: json) }) {
          return detected
        }
        failure = unknownDialect("the list of \(kind) of \(address)", list)
      } catch {
        // The URL of a list depends on the dialect. Other failures say nothing about it.
        guard error.status == 404 || error.status == 410 else { throw error }
        failure = failure ?? error
      }
    }
    guard elsewhere != address, failure?.code == .errorStatus else { throw failure ?? unknownDialect("the root of \(address)", root) }
    throw OriginError(
      .redirected, "the origin \(address) has no lists, and redirects to \(elsewhere): to use that URL, select it with --origin")
  }

  /// Returns the error for a document in no known dialect.
  private func unknownDialect(_ subject: String, _ response: HTTPResponse) -> OriginError {
    let isJSON = (try? JSON(parsing: response.body)) != nil
    let seen = isJSON ? "" : ", and not JSON (content type: \(response.contentType?.prefix(60) ?? "none"))"
    return OriginError(
      .malformed,
      "\(subject) is not in a known dialect (\(dialects.names))\(seen): check that this is the URL of an API root, or set the dialect with "
        + "--dialect",
      status: response.status)
  }
}
