import Logging
import Platform

extension BusAddress {
  /// Checks whether other machines could reach these endpoints. If so, throws ``BusErrorCode/invalid``, or logs a warning if
  /// `isInsecure` allows it. Bus traffic is neither encrypted nor signed.
  func checkExposure(isInsecure: Bool, logger: Logger) throws(BusError) {
    guard isInsecure else { return try checkIsLocal() }
    for endpoint in exposedEndpoints {
      logger.warning("any machine that can reach this endpoint can read and forge messages", metadata: ["endpoint": "\(endpoint)"])
    }
  }

  /// Throws ``BusErrorCode/invalid`` if other machines could reach one of these endpoints.
  package func checkIsLocal() throws(BusError) {
    guard let endpoint = exposedEndpoints.first else { return }
    throw BusError(
      .invalid,
      "\(endpoint) would let any machine that can reach it read and forge messages; bind 127.0.0.1, or allow this with "
        + "--insecure (HOLOCRON_BROKER_INSECURE=true)")
  }

  private var exposedEndpoints: [Endpoint] { endpoints.filter { !$0.isLocal || $0.isMisleading } }
}

extension Endpoint {
  /// Whether the host is `localhost`, but resolves to an address that is not a loopback address.
  var isMisleading: Bool {
    guard transport == .tcp, address.lowercased().hasPrefix("localhost:") else { return false }
    return !NumericAddress.addresses(of: "localhost").allSatisfy(NumericAddress.isLoopback)
  }
}
