public import OrderedJSON

/// The state of a fetcher's requests to one server, a member of `origins` in the statistics of the fetch service (``StatsRequest``).
///
/// | member | meaning |
/// |---|---|
/// | `origin` | the server: the URL of its API root |
/// | `circuit` | `closed`: requests are sent; `open`: none is sent; `half-open`: a few are sent to see whether the server has recovered |
/// | `failingSince` | if the last attempt failed: seconds since 1970 |
/// | `retryAfter` | with an open circuit, or if the server asked for a pause: seconds until the next request is sent |
/// | `reason` | why the last attempt failed, or why requests pause: mostly the sentence of a ``Reason`` |
/// | `inFlight`, `limit`, `ceiling` | requests at the server, how many there may be at the moment, and the configured maximum |
/// | `queued` | requests that wait for a place |
/// | `retriesLeft` | retries that the retry budget still allows at the moment |
/// | `rate`, `maxRate` | attempts a second, averaged over 10 s, and the configured maximum; without `maxRate`, there is none |
///
/// Fetchers of earlier versions send no `origins`. The embedded catalogue is no server and has no state.
public struct OriginStatus: JSONAnswer {
  public enum Circuit: String, Sendable, Hashable, CaseIterable {
    case closed, open
    case halfOpen = "half-open"
  }

  public var origin: String
  public var circuit: Circuit
  public var failingSince: Int?
  public var retryAfter: Int?
  public var reason: String?
  public var inFlight, limit, ceiling, queued, retriesLeft: Int
  public var rate: Double
  public var maxRate: Double?

  public init(
    origin: String, circuit: Circuit, failingSince: Int? = nil, retryAfter: Int? = nil, reason: String? = nil, inFlight: Int, limit: Int,
    ceiling: Int, queued: Int, retriesLeft: Int, rate: Double, maxRate: Double? = nil
  ) {
    (self.origin, self.circuit, self.failingSince, self.retryAfter, self.reason) = (origin, circuit, failingSince, retryAfter, reason)
    (self.inFlight, self.limit, self.ceiling, self.queued, self.retriesLeft) = (inFlight, limit, ceiling, queued, retriesLeft)
    (self.rate, self.maxRate) = (rate, maxRate)
  }

  /// Reads a member of `origins`. Returns `nil` without a name or a known circuit; missing numbers are 0.
  public init?(_ json: JSON) {
    guard let origin = json["origin"]?.string, let circuit = json["circuit"]?.string.flatMap({ Circuit(rawValue: $0) }) else { return nil }
    func number(_ name: String) -> Int { json[name]?.int ?? 0 }
    self.init(
      origin: origin, circuit: circuit, failingSince: json["failingSince"]?.int, retryAfter: json["retryAfter"]?.int,
      reason: json["reason"]?.string, inFlight: number("inFlight"), limit: number("limit"), ceiling: number("ceiling"),
      queued: number("queued"), retriesLeft: number("retriesLeft"), rate: json["rate"]?.double ?? 0, maxRate: json["maxRate"]?.double)
  }

  /// Reads `origins` from the statistics of a fetcher; empty if there are none.
  public static func all(in statistics: JSON) -> [OriginStatus] { statistics["origins"].flatMap { [OriginStatus]($0) } ?? [] }

  /// Returns the member `origins` of the statistics.
  public static func members(_ statuses: [OriginStatus]) -> JSON.Object { ["origins": statuses.json] }

  public var json: JSON {
    .members([
      "origin": origin, "circuit": circuit.rawValue, "failingSince": failingSince, "retryAfter": retryAfter, "reason": reason,
      "inFlight": inFlight, "limit": limit, "ceiling": ceiling, "queued": queued, "retriesLeft": retriesLeft,
      "rate": (rate * 10).rounded() / 10, "maxRate": maxRate,
    ])
  }
}

extension OriginStatus {
  /// Why a request to a server failed, or why requests to it pause.
  public enum Reason: Sendable, Hashable {
    case unreachable, connectionLost, noTLS, timedOut, slowDown
    /// The status of the response.
    case errorStatus(Int)

    /// Continues a sentence about the server.
    public var sentence: String {
      switch self {
      case .unreachable: "it cannot be reached"
      case .connectionLost: "it closed the connection before the response was complete"
      case .noTLS: "no TLS connection could be established"
      case .timedOut: "it did not answer in time"
      case .slowDown: "it asked to slow down"
      case .errorStatus(let status): "it answered with status \(status)"
      }
    }
  }
}
