import Catalogue
public import Client
public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// The catalogue without a bus: answers from the facts inside this program, at once and in this process.
///
/// Records, lists and kinds are answered as a cache would, searches and suggestions by name alone. Everything else (histories, paths,
/// statistics, purging) is a 503 of type ``ProblemType/noWorker``. There are no events, since nothing ever changes.
public struct EmbeddedRepository: Repository {
  private let lists: EmbeddedLists
  private let names: EmbeddedNames
  private let catalogue: Catalogue

  /// Costs nothing; the facts of a kind are read when they are asked for first.
  public init(kinds: Kinds = .standard) {
    catalogue = Catalogue(kinds: kinds)
    lists = EmbeddedLists(catalogue: catalogue, kinds: kinds)
    names = EmbeddedNames(catalogue: catalogue)
  }

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    do throws(Problem) {
      let reply = service == .search ? try found(request) : try stored(request)
      guard let reply else { throw Self.unavailable(service) }
      return reply
    } catch { return Reply(error) }
  }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    guard service != .search, let wanted = try Self.list(request), wanted.extent == .all else {
      return try part(try await reply(of: service, to: request))
    }
    for page in try lists.pages(wanted) { try part(ListRequest.reply(CachedResponse(body: page.json.bytes()))) }
  }

  public func brokerStatistics() async throws(Problem) -> JSON {
    throw Problem(503, "no bus is running", detail: "the catalogue is read inside this program", type: ProblemType.noBus)
  }

  /// Waits until it is cancelled.
  public func listen(to topics: [String], heard: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
  }

  /// `nil` for requests that nothing here answers.
  private func stored(_ request: Request) throws(Problem) -> Reply? {
    if KindsRequest(request) != nil { return KindsRequest.reply(catalogue.kinds) }
    if let wanted = try RecordRequest(request) {
      do { return RecordRequest.reply(CachedResponse(body: try catalogue.record(wanted.reference).canonical.bytes())) } catch {
        throw Problem(404, "not found", detail: error.message, type: ProblemType.notFound)
      }
    }
    guard let wanted = try Self.list(request) else { return nil }
    return ListRequest.reply(CachedResponse(body: try lists.page(wanted).json.bytes()))
  }

  private func found(_ request: Request) throws(Problem) -> Reply? {
    if let wanted = try SearchRequest(request) { return SearchRequest.reply(try names.search(wanted)) }
    if let wanted = try SuggestRequest(request) { return SuggestRequest.reply(try names.suggest(wanted)) }
    return nil
  }

  /// Statistics share the form of their path with lists.
  private static func list(_ request: Request) throws(Problem) -> ListRequest? {
    StatsRequest(request) == nil ? try ListRequest(request) : nil
  }

  private static func unavailable(_ service: ServiceName) -> Problem {
    Problem(
      503, "that needs a bus", detail: "there is no \(service) without one: start everything with holocron up", type: ProblemType.noWorker,
      extensions: ["service": .string(service.text)])
  }
}
