import Logging
import Platform

extension BusAddress {
  /// Checks whether other machines could reach these endpoints. If so, throws ``BusErrorCode/invalid``, or logs a warning if
  /// `isInsecure` allows it. Bus traffic is neither encrypted nor signed.
  func checkExposure(isInsecure: Bool, logger: Logger) throws(BusError) {
    for endpoint in endpoints where !endpoint.isLocal || endpoint.isMisleading {
      guard isInsecure else {
        throw BusError(
          .invalid,
          "\(endpoint) would let any machine that can reach it read and forge messages; bind 127.0.0.1, or allow this with "
            + "--insecure (HOLOCRON_BROKER_INSECURE=true)")
      }
      logger.warning("any machine that can reach this endpoint can read and forge messages", metadata: ["endpoint": "\(endpoint)"])
    }
  }
}

extension Endpoint {
  /// Whether the host is `localhost`, but resolves to an address that is not a loopback address.
  var isMisleading: Bool {
    guard transport == .tcp, address.lowercased().hasPrefix("localhost:") else { return false }
    return !NumericAddress.addresses(of: "localhost").allSatisfy(NumericAddress.isLoopback)
  }
}
