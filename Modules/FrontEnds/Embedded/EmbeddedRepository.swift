import Catalogue
public import Client
public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

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
