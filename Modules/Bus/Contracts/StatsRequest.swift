public import MessageBus
public import OrderedJSON

/// `GET /stats`: statistics of whichever worker answers, counted since it started. Offered by every service; Hosting answers it.
/// Content: `{"service":…,"pid":…,"uptime":seconds,"counters":{…},"gauges":{…},"timers":{"fetch":{"count":…,"p50":…,"p90":…,"p99":…,"max":…,
/// "recent":{"count":…,"p99":…,"seconds":…}}}}`, times in milliseconds. `recent` covers the last `seconds`, usually 10 to 20, and more if nobody
/// has asked for a while; it has no `p99` if its `count` is 0. Older workers send no `recent`. A fetcher adds its `origin`, the text of its
/// ``OriginIdentity``, and `origins`, an ``OriginStatus`` for each server.
public struct StatsRequest: Contract {
  public init() {}

  public var request: Request { Request("GET", Target(["stats"])) }

  public init?(_ request: Request) {
    guard request.method == "GET", request.target.path == ["stats"] else { return nil }
  }

  public static func reply(_ answer: JSON) -> Reply { Reply(200, content: answer.bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> JSON {
    guard let json = try? JSON(parsing: reply.content) else { throw .malformedReply(expected: "statistics") }
    return json
  }
}
