public import Client
public import Contracts
import Dialects
public import MessageBus
public import Models
public import OrderedJSON

/// A repository without a bus that replies from the embedded catalogue: records, lists, kinds and names like a cache, and searches by name. Every
/// other request is a 503 of type ``ProblemType/noWorker``. There are no events.
public struct EmbeddedRepository: Repository {
  private let catalogue: Catalogue
  private let kinds: Kinds

  /// Creates the repository at no cost. The records of a kind are decoded on the first request for them.
  public init(kinds: Kinds = .standard) { (self.kinds, catalogue) = (kinds, Catalogue(kinds: kinds)) }

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    do throws(Problem) {
      if let reply = service == .search ? try searchReply(request) : try catalogueReply(request) { return reply }
      throw Problem(
        503, "this needs a bus", detail: "\(service) is not available without a bus; run holocron up", type: ProblemType.noWorker,
        extensions: ["service": .string(service.text)])
    } catch { return Reply(error) }
  }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    try part(try await reply(of: service, to: request))
  }

  public func brokerStatistics() async throws(Problem) -> JSON {
    throw Problem(503, "no bus is running", detail: "this program uses the embedded catalogue", type: ProblemType.noBus)
  }

  /// Waits until it is cancelled.
  public func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
  }

  /// Returns the reply to a request for kinds, a record, names or a list; `nil` for any other request.
  private func catalogueReply(_ request: Request) throws(Problem) -> Reply? {
    if KindsRequest(request) != nil { return KindsRequest.reply(catalogue.kinds) }
    if let record = try RecordRequest(request) { return self.record(record.reference) }
    if let names = try NamesRequest(request) {
      return NamesRequest.reply(names.references.map { NameAnswer($0, from: self.record($0), kinds: kinds) })
    }
    if let lookup = try NameLookupRequest(request) { return NameLookupRequest.reply(try lookup.match(in: try names(of: nil))) }
    // The paths of statistics and names have the form of a list's.
    guard StatsRequest(request) == nil, request.target.path != ["names"], let list = try ListRequest(request) else { return nil }
    return ListRequest.reply(CachedResponse(body: try page(list).json.bytes(), origin: .embedded))
  }

  private func record(_ reference: Reference) -> Reply {
    do {
      return RecordRequest.reply(CachedResponse(body: try catalogue.record(reference).canonicalBytes, origin: .embedded))
    } catch { return Reply(error.code == .damaged ? Problem(error) : Problem(error).because(.noRecord, of: "\(reference)")) }
  }

  /// Returns one page, of the size that SWAPI servers have, or the whole list as one.
  private func page(_ request: ListRequest) throws(Problem) -> PageBody {
    let records = try records(request)
    guard case .page(let number) = request.extent else {
      return PageBody(kind: request.kind, page: 1, pages: 1, count: records.count, items: records.map(\.canonical))
    }
    let count = max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize)
    guard (1...count).contains(number) else {
      throw Problem(
        404, "not found", detail: "\(request.kind) has no page \(number); the last page is \(count)", type: ProblemType.notFound)
    }
    let items = records.dropFirst((number - 1) * Kinds.pageSize).prefix(Kinds.pageSize)
    return PageBody(kind: request.kind, page: number, pages: count, count: records.count, items: items.map(\.canonical))
  }

  private func records(_ request: ListRequest) throws(Problem) -> [Record] {
    guard let kind = kinds[request.kind] else {
      throw Problem(404, "not found", detail: "the catalogue has no \(request.kind)", type: ProblemType.notFound)
    }
    var records = try records(of: request.kind)
    // As an origin searches.
    if let search = request.search { records = records.filter(WireSearch(search).matches) }
    guard !request.asOrigin else { return records }
    do { return try kind.sorted(records, by: request.sort, descending: request.descending) } catch {
      throw .badRequest("sort", error.message)
    }
  }

  private func records(of kind: KindName) throws(Problem) -> [Record] {
    do { return try catalogue.records(of: kind) } catch { throw Problem(error) }
  }

  private func searchReply(_ request: Request) throws(Problem) -> Reply? {
    if let search = try SearchRequest(request) {
      let (names, matches) = (try names(of: nil), try matches(search.text, of: search.kind))
      return SearchRequest.reply(
        SearchAnswer(
          query: search.text, count: matches.count, matches: Array(matches.prefix(search.limit)),
          coverage: Coverage(records: names.count, of: names.count, isComplete: true)))
    }
    guard let suggest = try SuggestRequest(request) else { return nil }
    let isEmpty = FoldedText(suggest.text).words.isEmpty
    let matches = isEmpty ? try featured(suggest.kind) : try matches(suggest.text, of: suggest.kind)
    return SuggestRequest.reply(Array(matches.prefix(suggest.limit)))
  }

  /// Returns the names of all records, or of one kind.
  private func names(of kind: KindName?) throws(Problem) -> [NameIndex.Entry] {
    var names: [NameIndex.Entry] = []
    for kind in kind.map({ [$0] }) ?? catalogue.kinds { names += try records(of: kind).map { NameIndex.Entry($0.reference, $0.name) } }
    return names
  }

  private func matches(_ text: String, of kind: KindName?) throws(Problem) -> [Match] {
    let found: [NameIndex.Entry] =
      switch NameIndex(try names(of: kind)).find(text) {
      case .found(let entry): [entry]
      case .ambiguous(let entries): entries
      case .unknown(let similar): similar
      }
    return found.map { Match($0.reference, $0.name) }
  }

  /// Returns the records with the most references to them, from each kind in turn.
  private func featured(_ kind: KindName?) throws(Problem) -> [Match] {
    var counts: [Reference: Int] = [:]
    for kind in catalogue.kinds {
      for reference in try records(of: kind).flatMap(\.references) { counts[reference, default: 0] += 1 }
    }
    var ranked: [(place: Int, match: Match)] = []
    for kind in kind.map({ [$0] }) ?? catalogue.kinds {
      let records = try records(of: kind).sorted(descending: true) { counts[$0.reference] ?? 0 }
      ranked += records.enumerated().map { ($0.offset, Match($0.element.reference, $0.element.name)) }
    }
    return ranked.sorted(descending: false, by: \.place).map(\.match)
  }
}

extension Problem {
  /// Creates a 404 for what the catalogue does not have, and a 500 for data that cannot be read.
  init(_ error: ModelError) {
    guard error.code != .damaged else {
      self.init(500, "cannot read the catalogue", detail: error.message)
      return
    }
    self.init(404, "not found", detail: error.message, type: ProblemType.notFound)
  }
}
