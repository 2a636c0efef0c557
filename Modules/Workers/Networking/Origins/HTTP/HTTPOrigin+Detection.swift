import Dialects
import Models
import OrderedJSON
import Synchronization

/// Which dialect a server uses, if the user does not say so.
extension HTTPOrigin {
  /// Detects the dialect. Callers that do so at the same time share the responses.
  func detectDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    let detected = try await dialectOfRoot(context)
    state.withLock { $0.dialect.set(detected) }
    return detected
  }

  /// Returns the dialect if it is not `old` any more; `nil` if it is, if it was detected not long ago, or if it cannot be detected.
  func changedDialect(from old: any Dialect, _ context: FetchContext) async -> (any Dialect)? {
    if let known = state.withLock(\.dialect.dialect), known.name != old.name { return known }
    guard state.withLock({ $0.dialect.beginDetection(now: .now) }) else { return nil }
    defer { state.withLock { $0.dialect.endDetection() } }
    let detected = try? await detectDialect(context)
    return detected.flatMap { $0.name == old.name ? nil : $0 }
  }

  /// Throws if a root document is not that of `dialect`, unless the user has chosen it: a dialect may find kinds in the root documents of
  /// another one.
  func checkRoot(_ body: [UInt8], _ dialect: any Dialect) throws(DialectError) {
    guard state.withLock({ !$0.dialect.isGiven }), let root = try? JSON(parsing: body), !dialect.recognises(root: root) else { return }
    throw DialectError(.form, "the origin's root document is no longer that of the dialect \(dialect.name)")
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

/// The dialect of a server: given by the user, or detected. Pure: time is an argument.
///
/// A server may change, and what it answered during an outage may have misled the detection. So the dialect is detected again when a document
/// does not match it, at most once in ``interval``: a single document may be damaged for ever.
struct DialectChoice: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let interval = Duration.seconds(30)

  /// `nil` until the dialect has been detected.
  private(set) var dialect: (any Dialect)?
  /// Whether the user has chosen the dialect.
  let isGiven: Bool
  private var nextDetection: Instant?
  /// Number of callers that are detecting the dialect again.
  private var detections = 0

  /// - Parameter given: the dialect that the user has chosen; `nil` to detect it.
  init(given: (any Dialect)?) { (dialect, isGiven) = (given, given != nil) }

  mutating func set(_ detected: any Dialect) { dialect = detected }

  /// Returns whether to detect the dialect again now, because a document does not match it: together with others that do so, or if the last
  /// detection was long enough ago.
  mutating func beginDetection(now: Instant) -> Bool {
    guard !isGiven, detections > 0 || nextDetection.map({ $0 <= now }) ?? true else { return false }
    if detections == 0 { nextDetection = now + Self.interval }
    detections += 1
    return true
  }

  mutating func endDetection() { detections -= 1 }
}
