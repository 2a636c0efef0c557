import Catalogue
public import Client
public import Contracts
import Dialects
public import MessageBus
public import Models
public import OrderedJSON
import Synchronization

/// A repository without a bus that replies from the catalogue embedded in this program.
///
/// It returns records, lists, kinds and names like a cache, and searches and suggests by name only. Every other request (history, paths,
/// statistics, purging) is a 503 of type ``ProblemType/noWorker``. There are no events, because the catalogue never changes.
public struct EmbeddedRepository: Repository {
  private let lists: EmbeddedLists
  private let names: EmbeddedNames
  private let catalogue: Catalogue
  private let kinds: Kinds

  /// Creates the repository at no cost. The records of a kind are decoded on the first request for them.
  public init(kinds: Kinds = .standard) {
    self.kinds = kinds
    catalogue = Catalogue(kinds: kinds)
    lists = EmbeddedLists(catalogue: catalogue, kinds: kinds)
    names = EmbeddedNames(catalogue: catalogue)
  }

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    do throws(Problem) {
      let reply = service == .search ? try searchReply(request) : try catalogueReply(request)
      guard let reply else { throw Self.unavailable(service) }
      return reply
    } catch { return Reply(error) }
  }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    guard service != .search, let list = try Self.list(request), list.extent == .all else {
      return try part(try await reply(of: service, to: request))
    }
    for page in try lists.pages(list) { try part(ListRequest.reply(CachedResponse(body: page.json.bytes()))) }
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
    if let lookup = try NameLookupRequest(request) { return NameLookupRequest.reply(try names.find(lookup)) }
    guard let list = try Self.list(request) else { return nil }
    return ListRequest.reply(CachedResponse(body: try lists.page(list).json.bytes()))
  }

  private func record(_ reference: Reference) -> Reply {
    do { return RecordRequest.reply(CachedResponse(body: try catalogue.record(reference).canonical.bytes())) } catch {
      return Reply(error.code == .damaged ? Problem(error) : Problem(error).because(.noRecord, of: "\(reference)"))
    }
  }

  private func searchReply(_ request: Request) throws(Problem) -> Reply? {
    if let search = try SearchRequest(request) { return SearchRequest.reply(try names.search(search)) }
    if let suggest = try SuggestRequest(request) { return SuggestRequest.reply(try names.suggest(suggest)) }
    return nil
  }

  /// Parses a list request. The paths of statistics and names have the same form, so they are excluded first.
  private static func list(_ request: Request) throws(Problem) -> ListRequest? {
    StatsRequest(request) == nil && request.target.path != ["names"] ? try ListRequest(request) : nil
  }

  private static func unavailable(_ service: ServiceName) -> Problem {
    Problem(
      503, "this needs a bus", detail: "\(service) is not available without a bus; run holocron up", type: ProblemType.noWorker,
      extensions: ["service": .string(service.text)])
  }
}

/// The lists of the embedded catalogue, in pages like those of SWAPI servers.
struct EmbeddedLists: Sendable {
  let catalogue: Catalogue
  let kinds: Kinds

  /// Returns one page; all pages merged into one for ``ListRequest/Extent/all``.
  func page(_ request: ListRequest) throws(Problem) -> PageBody {
    guard case .page(let number) = request.extent else {
      let records = try records(request)
      return PageBody(kind: request.kind, page: 1, pages: 1, count: records.count, items: records.map(\.canonical))
    }
    let pages = try pages(request)
    guard number <= pages.count else {
      throw Problem(
        404, "not found", detail: "\(request.kind) has no page \(number); the last page is \(pages.count)", type: ProblemType.notFound)
    }
    return pages[number - 1]
  }

  func pages(_ request: ListRequest) throws(Problem) -> [PageBody] {
    let records = try records(request)
    let count = max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize)
    return (1...count).map { number in
      let items = records.dropFirst((number - 1) * Kinds.pageSize).prefix(Kinds.pageSize)
      return PageBody(kind: request.kind, page: number, pages: count, count: records.count, items: items.map(\.canonical))
    }
  }

  private func records(_ request: ListRequest) throws(Problem) -> [Record] {
    guard let kind = kinds[request.kind] else {
      throw Problem(404, "not found", detail: "the catalogue has no \(request.kind)", type: ProblemType.notFound)
    }
    var records: [Record]
    do { records = try catalogue.records(of: request.kind) } catch { throw Problem(error) }
    // As an origin searches.
    if let search = request.search { records = records.filter(WireSearch(search).matches) }
    guard !request.asOrigin else { return records }
    do { return try kind.sorted(records, by: request.sort, descending: request.descending) } catch {
      throw .badRequest("sort", error.message)
    }
  }
}

/// Finds records of the embedded catalogue by name only. It replaces a search worker, which searches every field.
final class EmbeddedNames: Sendable {
  private let catalogue: Catalogue
  /// The names of all records in the order of the catalogue; built by the first search.
  private let entries = Mutex<[NameIndex.Entry]?>(nil)

  init(catalogue: Catalogue) { self.catalogue = catalogue }

  func search(_ request: SearchRequest) throws(Problem) -> SearchAnswer {
    let all = try allEntries()
    let matches = Self.matches(request.text, all, of: request.kind)
    return SearchAnswer(
      query: request.text, count: matches.count, matches: Array(matches.prefix(request.limit)),
      coverage: Coverage(records: all.count, of: all.count, isComplete: true))
  }

  /// Returns the best matches; for an empty text, the records of each kind that most others refer to.
  func suggest(_ request: SuggestRequest) throws(Problem) -> [Match] {
    guard !FoldedText(request.text).compact.isEmpty else { return try featured(request.kind, limit: request.limit) }
    return Array(Self.matches(request.text, try allEntries(), of: request.kind).prefix(request.limit))
  }

  /// Returns the records with the most references to them, from each kind in turn.
  private func featured(_ kind: KindName?, limit: Int) throws(Problem) -> [Match] {
    var counts: [Reference: Int] = [:]
    for kind in catalogue.kinds {
      for reference in try records(of: kind).flatMap(\.references) { counts[reference, default: 0] += 1 }
    }
    var ranked = Dictionary(grouping: try allEntries(), by: \.reference.kind).mapValues { entries in
      entries.enumerated().sorted { left, right in
        let (first, second) = (counts[left.element.reference] ?? 0, counts[right.element.reference] ?? 0)
        return first != second ? first > second : left.offset < right.offset
      }.map(\.element)[...]
    }
    let wanted = kind.map { [$0] } ?? catalogue.kinds
    var found: [Match] = []
    while found.count < limit, wanted.contains(where: { ranked[$0]?.isEmpty == false }) {
      found += wanted.compactMap { ranked[$0]?.popFirst() }.map { Match($0.reference, $0.name) }
    }
    return Array(found.prefix(limit))
  }

  private func records(of kind: KindName) throws(Problem) -> [Record] {
    do { return try catalogue.records(of: kind) } catch { throw Problem(error) }
  }

  /// Returns the record that a name refers to. Throws the problems of ``Contracts/NameLookupRequest``.
  func find(_ request: NameLookupRequest) throws(Problem) -> NameIndex.Entry { try request.match(in: try allEntries()) }

  private static func matches(_ text: String, _ entries: [NameIndex.Entry], of kind: KindName?) -> [Match] {
    let candidates = kind.map { kind in entries.filter { $0.reference.kind == kind } } ?? entries
    let found =
      switch NameIndex(candidates).find(text) {
      case .found(let entry): [entry]
      case .ambiguous(let entries): entries
      case .unknown(let similar): similar
      }
    return found.map { Match($0.reference, $0.name) }
  }

  private func allEntries() throws(Problem) -> [NameIndex.Entry] {
    if let entries = entries.withLock(\.self) { return entries }
    var all: [NameIndex.Entry] = []
    for kind in catalogue.kinds {
      all += try records(of: kind).map { NameIndex.Entry($0.reference, $0.name) }
    }
    entries.withLock { $0 = all }
    return all
  }
}

extension Problem {
  /// Creates a 404 for what the catalogue does not have, and a 500 for data that cannot be read.
  init(_ error: CatalogueError) {
    guard error.code != .damaged else {
      self.init(500, "cannot read the catalogue", detail: error.message)
      return
    }
    self.init(404, "not found", detail: error.message, type: ProblemType.notFound)
  }
}
