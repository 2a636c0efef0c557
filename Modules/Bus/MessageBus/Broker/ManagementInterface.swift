import OrderedJSON

/// MMI (ZeroMQ RFC 8) with Holocron's additions: the services named `mmi.…`, which the broker implements itself.
///
/// A request body of one frame has RFC 8's form; the reply is a frame with the status code, followed by the content unless it is empty.
/// A longer body is a request with `id` and `head`; the reply has four frames.
struct ManagementInterface {
  struct Answer {
    let frames: [[UInt8]]
    let event: Event?
  }

  /// The service of requests without a reply: the ID of such a request is that of another one, which the client cancels.
  static let cancellation = "mmi.cancel"
  /// The field of a reply to `mmi.service` with the maximum size of a frame, in bytes.
  static let limitField = "largest-message"
  /// Maximum number of services without workers in a document, so that it stays small. A client can create as many as it sends requests.
  static let maxServicesWithoutWorkers = 100
  /// Maximum number of clients in a document: those with the most outstanding requests.
  private static let maxClients = 8

  let machine: BrokerMachine<Body>
  let statistics: Broker.Statistics
  let sender: BrokerSender
  let uptime: Duration

  func answer(_ service: String, _ body: Body) -> Answer {
    let isPlain = body.count == 1
    var event: Event?
    var reply: Reply
    do throws(Problem) {
      if service == "mmi.publish" { try checkEvent(body) }
      let request = isPlain ? nil : try BodyFrames.request(body)
      switch service {
      case "mmi.service":
        let isOffered = machine.hasWorker(for: request.map { $0.target.path.first ?? "" } ?? body.text(0) ?? "")
        reply = Reply(isOffered ? 200 : 404, fields: [Self.limitField: String(machine.settings.largestMessage)])
      case "mmi.services": reply = Reply(content: services.list.bytes())
      case "mmi.workers": reply = Reply(content: workers.bytes())
      case "mmi.stats": reply = Reply(content: stats.bytes())
      case "mmi.publish":
        event = request.map { Event($0.target.path.joined(separator: "/"), fields: $0.fields, content: $0.content) }
        event?.fields["deadline"] = nil
        event?.fields["user-agent"] = nil
        reply = Reply(event == nil ? 400 : 202)
      default: reply = Reply(501)
      }
    } catch { reply = Reply(error) }
    guard isPlain else { return Answer(frames: BodyFrames.frames(id: body.bytes(0), reply), event: event) }
    let code = Array(String(reply.status).utf8)
    return Answer(frames: reply.content.isEmpty ? [code] : [code, reply.content], event: nil)
  }

  /// Throws a 413 if the event is too large: it would be kept in memory for every slow subscriber.
  private func checkEvent(_ body: Body) throws(Problem) {
    guard body.byteCount > Broker.Settings.maxEventSize else { return }
    throw Problem(
      413, "the event is too large", detail: "the event has \(body.byteCount) bytes; the limit is \(Broker.Settings.maxEventSize)",
      type: "urn:holocron:event-too-large")
  }

  /// The services with workers and, of those without, the ones with the most waiting requests; and the number of services left out.
  private var services: (list: JSON, omitted: Int) {
    let others = machine.services.values.filter(\.attachedWorkers.isEmpty).sorted { $0.queue.count > $1.queue.count }
    let listed = machine.services.values.filter { !$0.attachedWorkers.isEmpty } + others.prefix(Self.maxServicesWithoutWorkers)
    let list = listed.sorted { $0.name < $1.name }.map { service -> JSON in
      [
        "name": .string(service.name), "workers": .number(service.attachedWorkers.count), "queued": .number(service.queue.count),
        "credit": .number(service.attachedWorkers.reduce(0) { $0 + $1.credit }),
        "inFlight": .number(service.attachedWorkers.reduce(0) { $0 + $1.held.count }), "requests": .number(service.requestCount),
      ]
    }
    return (.array(list), max(0, others.count - Self.maxServicesWithoutWorkers))
  }

  private var workers: JSON {
    let sorted = machine.workers.values.sorted {
      ($0.service.name, $0.envelope.peer.description) < ($1.service.name, $1.envelope.peer.description)
    }
    return .array(
      sorted.map { worker in
        json(
          worker.envelope.peer, service: worker.service.name, [("credit", .number(worker.credit)), ("holds", .number(worker.held.count))])
      })
  }

  private var stats: JSON {
    let services = services
    return [
      "services": services.list, "omittedServices": .number(services.omitted), "workers": workers,
      "requests": .number(statistics.requests), "subscriptions": .number(statistics.subscriptions),
      "listeners": .number(statistics.listeners), "invalid": .number(statistics.invalid),
      "dropped": .number(statistics.dropped), "late": .number(statistics.late), "connections": .number(statistics.connections),
      "bytes": .number(machine.requestBytes + machine.senderBytes),
      "clients": .array(
        machine.busiestClients(Self.maxClients).map { client in
          json(client.envelope.peer, [("outstanding", .number(client.outstanding)), ("bytes", .number(client.bytes))])
        }),
      "slow": .array(
        sender.slowPeers.sorted { $0.peer.description < $1.peer.description }.map { slow in
          json(
            slow.peer, service: machine.workers[slow.peer]?.service.name,
            [("waiting", .number(slow.waiting)), ("dropped", .number(slow.dropped))])
        }),
      "uptime": .number(Double(uptime.wholeMilliseconds) / 1_000),
    ]
  }

  /// Returns the JSON for a peer: with its service if it is a worker, and its name if it has sent one.
  private func json(_ peer: PeerID, service: String? = nil, _ numbers: [(String, JSON)]) -> JSON {
    var members: JSON.Object = ["id": .string(peer.description)]
    members["service"] = service.map { .string($0) }
    members["name"] = machine.name(of: peer).map { .string($0) }
    for (name, number) in numbers { members[name] = number }
    return .object(members)
  }
}
