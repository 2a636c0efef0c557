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
    // Others join a detection in progress.
    guard dialect.withLock({ $0.takeDetection(now: .now) }) || detection.waiterCount(for: identity) > 0 else { return nil }
    let detected = try? await detection.result(for: identity, deadline: context.deadline, timeoutError: callerTimeout) {
      _ throws(OriginError) in
      if let known = self.dialect.withLock(\.dialect), known.name != old.name { return known }
      return try await self.detectAndSetDialect(context)
    }
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

  private func detectedDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    if let known = dialect.withLock(\.dialect) { return known }
    return try await detection.result(for: identity, deadline: context.deadline, timeoutError: callerTimeout) { _ throws(OriginError) in
      // A caller may start this flight although an earlier one has detected the dialect since the caller looked.
      if let known = self.dialect.withLock(\.dialect) { return known }
      return try await self.detectAndSetDialect(context)
    }
  }

  private func detectDialect(_ context: FetchContext) async throws(OriginError) -> any Dialect {
    // Under a key of its own: whether the root can be read in the dialect known so far is another question.
    try await cachingFailures("dialect of \(address)") { () throws(OriginError) in
      let root = try await json(address + "/", context)
      let candidates = root.json.map(dialects.recognising) ?? []
      try await checkPath(root, candidates, context)
      if candidates.count == 1 { return candidates[0] }
      guard let first = candidates.first, let kind = try? first.kinds(root: root.body).first else {
        throw unknownDialect("the root of \(address)", root)
      }
      return try await detectDialect(from: candidates, list: kind, context)
    }
  }

  /// Throws if the root is that of another URL of the server, and there are no lists at this one: without this check, the origin would look
  /// healthy and empty.
  private func checkPath(_ root: Answer, _ candidates: [any Dialect], _ context: FetchContext) async throws(OriginError) {
    guard var target = root.redirectedTo?.description else { return }
    while target.hasSuffix("/") { target.removeLast() }
    guard target != address, let kind = candidates.lazy.compactMap({ try? $0.kinds(root: root.body).first }).first else { return }
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

  private struct Answer {
    let body: [UInt8]
    /// `nil` if the body is not JSON.
    let json: JSON?
    let contentType: String?
    let status: Int
    let redirectedTo: HTTPURL?
  }

  private func json(_ url: String, _ context: FetchContext) async throws(OriginError) -> Answer {
    let response = try await document(url, context)
    let json = try decoding(response) { () throws(DialectError) in try? JSON(parsing: response.body) }
    return Answer(
      body: response.body, json: json, contentType: response.contentType, status: response.status, redirectedTo: response.redirectedTo)
  }

  /// Returns the error for a document in no known dialect, which says what the document is.
  private func unknownDialect(_ subject: String, _ answer: Answer) -> OriginError {
    let seen = answer.json?.outline ?? "not JSON (content type: \(answer.contentType?.prefix(60) ?? "none"))"
    return OriginError(
      .malformed,
      "\(subject) is not in a known dialect (\(dialects.names)): it is \(seen); check that this is the URL of an API root, or set the "
        + "dialect with --dialect",
      status: answer.status)
  }
}

extension JSON {
  /// What a document is, for messages: `an object with the members 'count', 'results'`. At most five names are listed.
  fileprivate var outline: String {
    switch self {
    case .null: return "null"
    case .bool: return "a boolean"
    case .number: return "a number"
    case .string: return "a string"
    case .array(let items): return "an array with \(items.count) \(items.count == 1 ? "item" : "items")"
    case .object(let members):
      guard !members.isEmpty else { return "an empty object" }
      let names = members.prefix(5).map { "'\(String($0.name.unicodeScalars.prefix(40)))'" }.joined(separator: ", ")
      return "an object with the members \(names)\(members.count > 5 ? ", …" : "")"
    }
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

  /// Returns whether to detect the dialect again now, because a document does not match it. The next detection must wait then.
  mutating func takeDetection(now: Instant) -> Bool {
    guard !isGiven, nextDetection.map({ $0 <= now }) ?? true else { return false }
    nextDetection = now + Self.interval
    return true
  }
}
