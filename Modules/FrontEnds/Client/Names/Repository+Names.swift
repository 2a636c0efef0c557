public import Contracts
public import MessageBus
public import Models
import OrderedJSON

/// Number of requests for names that are sent side by side, so that the cached names of 2,000 records do not wait for fetches of others. The
/// cache fetches up to 64 names of each request at once, so more requests would only crowd out other clients.
private let concurrentRequests = 4

extension Repository {
  /// Requests the names of `references` and calls `onPart` with those that arrive together. Passes every reference once, whatever happens:
  /// a failed request leaves its remaining names missing, with its problem as the reason.
  /// - Parameter isFetching: whether the records that are not cached are fetched; otherwise their names are missing.
  public func names(of references: [Reference], isFetching: Bool = true, onPart: ([NameAnswer]) -> Void) async {
    let validation = Validation(onlyIfCached: !isFetching)
    var seen: Set<Reference> = []
    let references = references.filter { seen.insert($0).inserted }
    if references.count > NamesRequest.maxReferences {
      await names(ofSeveralRequests: references, validation, onPart)
    } else if !references.isEmpty {
      await names(ofOneRequest: references, validation, onPart)
    }
  }

  private func names(ofSeveralRequests references: [Reference], _ validation: Validation, _ onPart: ([NameAnswer]) -> Void) async {
    var pending = Set(references)
    let (parts, continuation) = AsyncStream.makeStream(of: [NameAnswer].self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskGroup(of: Void.self) { requests in
          var rest = references[...]
          func sendNext() {
            let chunk = Array(rest.prefix(NamesRequest.maxReferences))
            rest = rest.dropFirst(chunk.count)
            guard !chunk.isEmpty else { return }
            requests.addTask { await self.names(ofOneRequest: chunk, validation) { continuation.yield($0) } }
          }
          for _ in 0..<concurrentRequests { sendNext() }
          for await _ in requests { sendNext() }
        }
        continuation.finish()
      }
      for await part in parts {
        pending.subtract(part.map(\.reference))
        onPart(part)
      }
    }
    // The stream of parts ends early if this task is cancelled.
    guard !pending.isEmpty else { return }
    onPart(references.filter(pending.contains).map { NameAnswer($0, .missing(.cancelled)) })
  }

  private func names(ofOneRequest references: [Reference], _ validation: Validation, _ onPart: ([NameAnswer]) -> Void) async {
    var pending = Set(references)
    var reason = Problem.malformedReply("the reply names too few records")
    do throws(Problem) {
      try await stream(.cache, NamesRequest(references, validation: validation).request) { reply throws(Problem) in
        if let problem = reply.problem { throw problem }
        let arrived = try NamesRequest.answer(reply).filter { pending.remove($0.reference) != nil }
        if !arrived.isEmpty { onPart(arrived) }
      }
    } catch {
      reason = error
    }
    guard !pending.isEmpty else { return }
    onPart(references.filter(pending.contains).map { NameAnswer($0, .missing(reason)) })
  }

  /// Returns the record that `text` refers to: a reference (`people/1`) as ``TypedReference`` reads it, a name, or a name within a kind
  /// (`people/luke`, or the Roman numeral of an episode: `films/IV`).
  ///
  /// Throws ``Contracts/ProblemType/notFound`` with suggestions if no record matches, and ``Contracts/ProblemType/ambiguous`` with the
  /// candidates if several match equally well.
  public func find(_ text: String, kinds: Kinds) async throws(Problem) -> Reference {
    switch try RecordQuery(text, kinds) {
    case .reference(let reference): return reference
    case .name(let name, nil):
      do throws(Problem) { return try await entry(named: name, nil).reference } catch {
        // The origin may offer kinds that are unknown here.
        guard error.type == ProblemType.notFound, let slash = name.firstIndex(of: "/"), let kind = KindName(name[..<slash]),
          let found = try? await entry(named: String(name[name.index(after: slash)...]), kind)
        else { throw error }
        return found.reference
      }
    case .name(let name, let kind):
      guard kind == .films, let episode = RomanNumeral.number(name.uppercased()) else {
        return try await entry(named: name, kind).reference
      }
      if let film = try await film(ofEpisode: episode, kinds) { return film }
      return try await entry(named: name, kind).reference
    }
  }

  private func entry(named name: String, _ kind: KindName?) async throws(Problem) -> NameIndex.Entry {
    let found = try await ask(NameLookupRequest(name, kind: kind))
    if let kind, found.reference.kind != kind { throw .mismatchedResponse("\(found.reference)", to: "a name in \(kind)") }
    return found
  }

  /// Returns the film of an episode; `nil` if there is none.
  private func film(ofEpisode episode: Int, _ kinds: Kinds) async throws(Problem) -> Reference? {
    for item in try await list(ListRequest(.films, .all)).page.items {
      let record = try Record(received: item, kinds: kinds)
      if record.episode == episode { return record.reference }
    }
    return nil
  }

  /// Returns the records that `texts` refer to, in order. The problem of a name without a match carries the name in the extension `name`.
  public func find(_ texts: [String], kinds: Kinds) async throws(Problem) -> [Reference] {
    var references: [Reference] = []
    for text in texts { references.append(try await find(text, kinds: kinds)) }
    return references
  }
}

/// A parsed reference or name of a record.
private enum RecordQuery {
  case reference(Reference)
  /// A name, in this kind if there is one.
  case name(String, KindName?)

  /// Throws a 400 if the text is empty, or if after the slash there is nothing, or a number that is not a valid ID: such a number is not
  /// looked up as a name.
  init(_ text: String, _ kinds: Kinds) throws(Problem) {
    let text = TypedReference(text, kinds).text
    if let reference = Reference(text) {
      self = .reference(reference)
      return
    }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .badRequest("name", "the name is empty") }
    guard let slash = text.firstIndex(of: "/"), let kind = KindName(text[..<slash]), kinds[kind] != nil else {
      self = .name(text, nil)
      return
    }
    let name = String(text[text.index(after: slash)...])
    guard name.contains(where: { !$0.isWhitespace }) else { throw .badRequest("name", "missing ID or name after '\(kind)/'") }
    let digits = name.first.map { "+-".contains($0) } == true ? name.dropFirst() : name[...]
    if !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) {
      let limit = Int(name) == nil ? " to \(Int.max)" : ""
      throw .badRequest(
        "name", "invalid ID '\(name.prefix(20))\(name.count > 20 ? "…" : "")': use a whole number from 1\(limit), such as \(kind)/1")
    }
    self = .name(name, kind)
  }
}

extension Problem {
  /// Adds suggestions for the kind to a "not found" problem if the kind of `reference` is unknown and may be mistyped.
  public func suggestingKinds(for reference: Reference, kinds: Kinds) -> Problem {
    guard type == ProblemType.notFound, kinds[reference.kind] == nil, extensions["suggestions"] == nil else { return self }
    let similar = kinds.names(like: reference.kind.text)
    guard !similar.isEmpty else { return self }
    var problem = self
    problem.extensions["suggestions"] = .array(similar.map { .string("\($0)/\(reference.id)") })
    return problem
  }
}
