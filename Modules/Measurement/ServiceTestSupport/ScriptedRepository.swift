public import Client
public import Contracts
public import MessageBus
import Models
public import OrderedJSON

/// A repository that replies from a table such as `["holocron.cache GET /people/1": [Reply(…)]]`. Names come from
/// the scripted records, and name lookups use the scripted lists, unless their requests are in the table.
public struct ScriptedRepository: Repository {
  public var replies: [String: [Reply]]
  /// Of the broker; `nil` if no bus is running.
  public var statistics: JSON?
  public var events: [Event]

  public static let noBus = Problem(503, "no bus is running", type: ProblemType.noBus)

  /// Several replies under one key are the parts of a streamed reply.
  public init(_ replies: [String: [Reply]] = [:], statistics: JSON? = [:], events: [Event] = []) {
    self.replies = replies
    self.statistics = statistics
    self.events = events
  }

  private func scripted(_ service: ServiceName, _ request: Request) -> [Reply] {
    if let replies = replies["\(service) \(request.head)"] { return replies }
    do throws(Problem) {
      if service == .cache, let names = try NamesRequest(request) { return [NamesRequest.reply(names.references.map(name(of:)))] }
      if service == .cache, let lookup = try NameLookupRequest(request) {
        return [NameLookupRequest.reply(try lookup.match(in: Kinds.standard.all.flatMap { listedNames($0.name) }))]
      }
    } catch { return [Reply(error)] }
    return [Reply(Problem(404, "no such record", detail: "no reply is scripted for \(request.head)", type: ProblemType.notFound))]
  }

  private func name(of reference: Reference) -> NameAnswer {
    NameAnswer(reference, from: scripted(.cache, RecordRequest(reference).request).last ?? Reply(500), kinds: .standard)
  }

  private func listedNames(_ kind: KindName) -> [NameIndex.Entry] {
    let pages = replies["\(ServiceName.cache) \(ListRequest(kind, .all).request.head)"] ?? []
    return pages.flatMap { (try? PageBody($0.content))?.items ?? [] }.compactMap { item in
      guard let reference = Reference(canonical: item), let name = Kinds.standard.name(of: item, kind) else { return nil }
      return NameIndex.Entry(reference, name)
    }
  }

  public func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
    scripted(service, request).last ?? Reply(500)
  }

  public func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
    for reply in scripted(service, request) { try part(reply) }
  }

  public func brokerStatistics() async throws(Problem) -> JSON { if let statistics { statistics } else { throw Self.noBus } }

  public func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {
    try onEvent(.listening)
    for event in events where topics.contains(where: { event.topic.hasPrefix($0) }) { try onEvent(.event(event)) }
  }
}
