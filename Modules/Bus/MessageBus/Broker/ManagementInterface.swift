import OrderedJSON

/// MMI (ZeroMQ RFC 8) and Holocron's additions: what the broker itself answers, under names that start with `mmi.`.
///
/// A body of one frame is RFC 8's form and gets its form: the status code as the only frame, followed by content where there is any.
/// A longer body is a request with `id` and `head` and gets a reply of four frames.
enum ManagementInterface {
  /// A peer that reads more slowly than it is sent to.
  struct SlowPeer {
    let peer: PeerID
    /// Messages the broker keeps for it, and those it dropped.
    let waiting, dropped: Int
  }

  struct Answer {
    let frames: [[UInt8]]
    let event: Event?
  }

  static func answer(
    _ service: String, _ body: Body, machine: BrokerMachine<Body>, statistics: Broker.Statistics, slow: [SlowPeer], uptime: Duration
  ) -> Answer {
    let isPlain = body.count == 1
    var event: Event?
    let reply: Reply
    do throws(Problem) {
      if service == "mmi.publish" { try checkSize(body) }
      let request = isPlain ? nil : try BodyFrames.request(body)
      switch service {
      case "mmi.service":
        let name = request.map { $0.target.path.first ?? "" } ?? body.text(0) ?? ""
        reply = Reply(machine.offers(name) ? 200 : 404)
      case "mmi.services": reply = Reply(content: services(machine).bytes())
      case "mmi.workers": reply = Reply(content: workers(machine).bytes())
      case "mmi.stats": reply = Reply(content: stats(machine, statistics, slow, uptime).bytes())
      case "mmi.publish":
        event = request.map { Event($0.target.path.joined(separator: "/"), fields: $0.fields, content: $0.content) }
        event?.fields["deadline"] = nil
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

  /// An event only says "look again": a large one would wait in memory for every subscriber that is slow.
  private static func checkSize(_ body: Body) throws(Problem) {
    guard body.byteCount > Broker.Settings.largestEvent else { return }
    throw Problem(
      413, "the event is too large", detail: "an event of \(body.byteCount) bytes; at most \(Broker.Settings.largestEvent) are taken",
      type: "urn:holocron:event-too-large")
  }

  private static func services(_ machine: BrokerMachine<Body>) -> JSON {
    var sums: [String: (credit: Int, holds: Int)] = [:]
    for worker in machine.workers.values {
      sums[worker.service.name, default: (0, 0)].credit += worker.credit
      sums[worker.service.name, default: (0, 0)].holds += worker.holds
    }
    return .array(
      machine.services.values.sorted { $0.name < $1.name }.map { service in
        let (credit, holds) = sums[service.name] ?? (0, 0)
        return [
          "name": .string(service.name), "workers": .number(service.workers), "queued": .number(service.waiting.count),
          "credit": .number(credit), "inFlight": .number(holds), "requests": .number(service.requests),
        ]
      })
  }

  private static func workers(_ machine: BrokerMachine<Body>) -> JSON {
    .array(
      machine.workers.values.sorted { ($0.service.name, $0.envelope.peer.description) < ($1.service.name, $1.envelope.peer.description) }
        .map { worker in
          [
            "id": .string(worker.envelope.peer.description), "service": .string(worker.service.name),
            "credit": .number(worker.credit), "holds": .number(worker.holds),
          ]
        })
  }

  private static func stats(
    _ machine: BrokerMachine<Body>, _ statistics: Broker.Statistics, _ slow: [SlowPeer], _ uptime: Duration
  ) -> JSON {
    [
      "services": services(machine), "workers": workers(machine), "requests": .number(statistics.requests),
      "subscriptions": .number(statistics.subscriptions), "invalid": .number(statistics.invalid), "dropped": .number(statistics.dropped),
      "late": .number(statistics.late), "connections": .number(statistics.connections),
      "bytes": .number(machine.bytes + machine.bytesElsewhere),
      "slow": .array(slow.sorted { $0.peer.description < $1.peer.description }.map { json($0, machine) }),
      "uptime": .number(Double(uptime.wholeMilliseconds) / 1_000),
    ]
  }

  /// A worker is known by its service; a client has nothing but the name that the broker's socket gave it.
  private static func json(_ slow: SlowPeer, _ machine: BrokerMachine<Body>) -> JSON {
    var members: JSON.Object = ["id": .string(slow.peer.description)]
    if let worker = machine.workers[slow.peer] { members["service"] = .string(worker.service.name) }
    members["waiting"] = .number(slow.waiting)
    members["dropped"] = .number(slow.dropped)
    return .object(members)
  }
}
