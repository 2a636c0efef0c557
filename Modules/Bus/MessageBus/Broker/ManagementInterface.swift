import OrderedJSON

/// MMI (ZeroMQ RFC 8) with Holocron's additions: the services named `mmi.…`, which the broker implements itself.
///
/// A request body of one frame has RFC 8's form; the reply is a frame with the status code, followed by the content unless it is empty.
/// A longer body is a request with `id` and `head`; the reply has four frames.
enum ManagementInterface {
  /// A peer that reads more slowly than the broker sends.
  struct SlowPeer {
    let peer: PeerID
    /// Number of messages queued for the peer, and number dropped.
    let waiting, dropped: Int
  }

  /// The field of a reply to `mmi.service` with the maximum size of a frame, in bytes.
  static let limitField = "largest-message"

  /// Maximum number of services without workers in a document. A client can create as many as it sends requests.
  static let maxServicesWithoutWorkers = 1_000

  /// Maximum number of clients in a document: those with the most outstanding requests.
  static let maxClients = 8

  struct Answer {
    let frames: [[UInt8]]
    let event: Event?
  }

  /// - Parameter mayPublish: whether the peer that asks may publish events.
  static func answer(
    _ service: String, _ body: Body, mayPublish: Bool, machine: BrokerMachine<Body>, statistics: Broker.Statistics,
    slow: @autoclosure () -> [SlowPeer],
    uptime: Duration, cache: inout ManagementDocumentCache, now: ContinuousClock.Instant
  ) -> Answer {
    let isPlain = body.count == 1
    var event: Event?
    let reply: Reply
    do throws(Problem) {
      if service == "mmi.publish" {
        guard mayPublish else { throw Problem.onlyAtWorkersEndpoint("events") }
        try checkSize(body)
      }
      let request = isPlain ? nil : try BodyFrames.request(body)
      switch service {
      case "mmi.service":
        let name = request.map { $0.target.path.first ?? "" } ?? body.text(0) ?? ""
        let limit = String(machine.settings.largestMessage)
        reply = Reply(machine.hasWorker(for: name) ? 200 : 404, fields: [limitField: limit])
      case "mmi.services": reply = Reply(content: cache.document(of: service, now: now) { services(machine).list.bytes() })
      case "mmi.workers": reply = Reply(content: cache.document(of: service, now: now) { workers(machine).bytes() })
      case "mmi.stats":
        reply = Reply(content: cache.document(of: service, now: now) { stats(machine, statistics, slow(), uptime).bytes() })
      case "mmi.publish":
        event = request.map { Event($0.target.path.joined(separator: "/"), fields: $0.fields, content: $0.content) }
        event?.fields["deadline"] = nil
        event?.fields["user-agent"] = nil
        reply = Reply(event == nil ? 400 : 202)
      default: reply = Reply(501)
      }
    } catch { reply = Reply(error) }
    if isPlain {
      let code = Array(String(reply.status).utf8)
      return Answer(frames: reply.content.isEmpty ? [code] : [code, reply.content], event: nil)
    }
    return Answer(frames: BodyFrames.frames(id: body.bytes(0), reply), event: event)
  }

  /// Throws a 413 if the event is too large: it would be kept in memory for every slow subscriber.
  private static func checkSize(_ body: Body) throws(Problem) {
    guard body.byteCount > Broker.Settings.maxEventSize else { return }
    throw Problem(
      413, "the event is too large", detail: "the event has \(body.byteCount) bytes; the limit is \(Broker.Settings.maxEventSize)",
      type: "urn:holocron:event-too-large")
  }

  /// Returns the services with workers and, of those without, the ones with the most waiting requests; and the number of services left out.
  private static func services(_ machine: BrokerMachine<Body>) -> (list: JSON, omitted: Int) {
    var sums: [String: (credit: Int, holds: Int)] = [:]
    for worker in machine.workers.values {
      sums[worker.service.name, default: (0, 0)].credit += worker.credit
      sums[worker.service.name, default: (0, 0)].holds += worker.heldCount
    }
    var listed = machine.services.values.filter { $0.workerCount > 0 }
    var others = machine.services.values.filter { $0.workerCount == 0 }
    let omitted = max(0, others.count - maxServicesWithoutWorkers)
    if omitted > 0 {
      others.sort { $0.queue.count > $1.queue.count }
      others.removeLast(omitted)
    }
    listed += others
    let list = listed.sorted { $0.name < $1.name }.map { service -> JSON in
      let (credit, holds) = sums[service.name] ?? (0, 0)
      return [
        "name": .string(service.name), "workers": .number(service.workerCount), "queued": .number(service.queue.count),
        "credit": .number(credit), "inFlight": .number(holds), "requests": .number(service.requestCount),
      ]
    }
    return (.array(list), omitted)
  }

  private static func workers(_ machine: BrokerMachine<Body>) -> JSON {
    .array(
      machine.workers.values.sorted { ($0.service.name, $0.envelope.peer.description) < ($1.service.name, $1.envelope.peer.description) }
        .map { worker -> JSON in
          var members: JSON.Object = ["id": .string(worker.envelope.peer.description), "service": .string(worker.service.name)]
          members["name"] = machine.name(of: worker.envelope.peer).map { .string($0) }
          members["credit"] = .number(worker.credit)
          members["holds"] = .number(worker.heldCount)
          return .object(members)
        })
  }

  private static func stats(
    _ machine: BrokerMachine<Body>, _ statistics: Broker.Statistics, _ slow: [SlowPeer], _ uptime: Duration
  ) -> JSON {
    let services = Self.services(machine)
    return [
      "services": services.list, "omittedServices": .number(services.omitted), "workers": workers(machine),
      "requests": .number(statistics.requests),
      "subscriptions": .number(statistics.subscriptions), "listeners": .number(statistics.listeners),
      "invalid": .number(statistics.invalid),
      "ignored": .number(statistics.ignored), "dropped": .number(statistics.dropped),
      "late": .number(statistics.late), "connections": .number(statistics.connections),
      "bytes": .number(machine.requestBytes + machine.senderBytes),
      "clients": .array(machine.busiestClients(maxClients).map { json($0, machine) }),
      "slow": .array(slow.sorted { $0.peer.description < $1.peer.description }.map { json($0, machine) }),
      "uptime": .number(Double(uptime.wholeMilliseconds) / 1_000),
    ]
  }

  private static func json(_ client: BrokerMachine<Body>.Client, _ machine: BrokerMachine<Body>) -> JSON {
    var members: JSON.Object = ["id": .string(client.envelope.peer.description)]
    members["name"] = machine.name(of: client.envelope.peer).map { .string($0) }
    members["outstanding"] = .number(client.outstanding)
    members["bytes"] = .number(client.bytes)
    return .object(members)
  }

  /// Returns the JSON for a slow peer. A worker is shown with its service, and each peer with its name, if it has sent one.
  private static func json(_ slow: SlowPeer, _ machine: BrokerMachine<Body>) -> JSON {
    var members: JSON.Object = ["id": .string(slow.peer.description)]
    if let worker = machine.workers[slow.peer] { members["service"] = .string(worker.service.name) }
    members["name"] = machine.name(of: slow.peer).map { .string($0) }
    members["waiting"] = .number(slow.waiting)
    members["dropped"] = .number(slow.dropped)
    return .object(members)
  }
}
