import Contracts
import Dialects
import Models
import OrderedJSON
import Synchronization

/// Which dialect a server uses, if the user does not say so.
extension HTTPOrigin {
  /// Calls `body` with the dialect. If a document does not match it, detects the dialect again, and repeats `body` if it is another one now.
  func withDialect<Value>(
    _ context: FetchContext, _ body: (any Dialect) async throws(OriginError) -> Value
  ) async throws(OriginError) -> Value {
    let dialect = try await detectedDialect(context)
    do throws(OriginError) { return try await body(dialect) } catch {
      guard error.code == .malformed, error.cause is DialectError, let other = await changedDialect(from: dialect, context) else {
        throw error
      }
      return try await body(other)
    }
  }

  /// Returns the dialect if it is not `old` any more; `nil` if it is, if it was detected not long ago, or if it cannot be detected.
  private func changedDialect(from old: any Dialect, _ context: FetchContext) async -> (any Dialect)? {
    if let known = dialect.withLock(\.dialect), known.name != old.name { return known }
    guard dialect.withLock({ $0.beginDetection(now: .now) }) else { return nil }
    defer { dialect.withLock { $0.endDetection() } }
    let detected = try? await detectAndSetDialect(context)
    return detected.flatMap { $0.name == old.name ? nil : $0 }
  }

  /// Throws if a root document is not that of `dialect`, unless the user has chosen it: a dialect may find kinds in the root documents of
  /// another one.
  func checkRoot(_ body: [UInt8], _ dialect: any Dialect) throws(DialectError) {
    guard self.dialect.withLock({ !$0.isGiven }), let root = try? JSON(parsing: body), !dialect.recognises(root: root) else { return }
    throw DialectError(.form, "the origin's root document is no longer that of the dialect \(dialect.name)")
  }

  private func detectAndSetDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    let detected = try await detectDialect(context)
    // Cached failures came from reading documents in the other dialect.
    if dialect.withLock({ $0.detected(detected) }) { failures.withLock { $0.removeAll() } }
    return detected
  }

  /// Callers that detect the dialect at the same time share the responses.
  private func detectedDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    if let known = dialect.withLock(\.dialect) { return known }
    return try await detectAndSetDialect(context)
  }

  private func detectDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    // Under a key of its own: whether the root can be read in the dialect known so far is another question.
    try await cachingFailures("dialect of \(address)") { () throws(OriginError) in
      let root = try await json(address + "/", context)
      let candidates = root.json.map(dialects.recognising) ?? []
      try await checkPath(root, candidates, context)
      if candidates.count == 1 { return candidates[0] }
      guard let first = candidates.first, let kind = try? first.kinds(root: root.response.body).first else {
        throw unknownDialect("the root of \(address)", root)
      }
      return try await detectDialect(from: candidates, list: kind, context)
    }
  }

  /// Throws if the root is that of another URL of the server, and there are no lists at this one: without this check, the origin would look
  /// healthy and empty.
  private func checkPath(_ root: Answer, _ candidates: [any Dialect], _ context: FetchContext) async throws(OriginError) {
    guard var target = root.response.redirectedTo?.description else { return }
    while target.hasSuffix("/") { target.removeLast() }
    guard target != address, let kind = candidates.lazy.compactMap({ try? $0.kinds(root: root.response.body).first }).first else { return }
    for url in Set(candidates.map { $0.url(of: .page(PageQuery(kind)), base: address) }) {
      do throws(OriginError) {
        _ = try await document(url, context)
        return
      } catch {
        guard error.status == 404 || error.status == 410 else { throw error }
      }
    }
    throw OriginError(
      .redirected, "the origin \(address) has no lists, and redirects to \(target): to use that URL, select it with --origin")
  }

  /// Decides between dialects with the same root document by a list of the server.
  private func detectDialect(
    from candidates: [any Dialect], list kind: KindName, _ context: FetchContext
  ) async throws(OriginError) -> any Dialect {
    var requested: Set<String> = []
    var failure: OriginError?
    for candidate in candidates {
      let url = candidate.url(of: .page(PageQuery(kind)), base: address)
      guard requested.insert(url).inserted else { continue }
      do throws(OriginError) {
        let list = try await json(url, context)
        if let json = list.json, let detected = candidates.first(where: { $0.recognises(list: json) }) { return detected }
        failure = unknownDialect("the list of \(kind) of \(address)", list)
      } catch {
        // The URL of a list depends on the dialect. Other failures say nothing about it.
        guard error.status == 404 || error.status == 410 else { throw error }
        failure = failure ?? error
      }
    }
    throw failure ?? OriginError(.malformed, "the dialect of \(address) cannot be detected: set it with --dialect")
  }

  /// A document with its JSON, `nil` if it is something else.
  private typealias Answer = (response: HTTPResponse, json: JSON?)

  private func json(_ url: String, _ context: FetchContext) async throws(OriginError) -> Answer {
    let response = try await document(url, context)
    return (response, try? JSON(parsing: response.body))
  }

  /// Returns the error for a document in no known dialect.
  private func unknownDialect(_ subject: String, _ answer: Answer) -> OriginError {
    let seen = answer.json == nil ? ", and not JSON (content type: \(answer.response.contentType?.prefix(60) ?? "none"))" : ""
    return OriginError(
      .malformed,
      "\(subject) is not in a known dialect (\(dialects.names))\(seen): check that this is the URL of an API root, or set the dialect with "
        + "--dialect",
      status: answer.response.status)
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
  init(given: (any Dialect)?) {
    dialect = given
    isGiven = given != nil
  }

  /// Sets the detected dialect. Returns whether there was another one.
  mutating func detected(_ detected: any Dialect) -> Bool {
    defer { dialect = detected }
    return dialect.map { $0.name != detected.name } ?? false
  }

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
