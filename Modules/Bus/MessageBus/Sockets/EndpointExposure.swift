import Logging

extension BusAddress {
  /// Throws ``BusError/Code/invalid`` when binding these endpoints would let other machines in and `isInsecure` does not allow it; warns when it does.
  /// What crosses the bus is neither encrypted nor signed.
  func checkExposure(isInsecure: Bool, logger: Logger) throws(BusError) {
    for endpoint in [requests, events] where !endpoint.isLocal {
      guard isInsecure else {
        throw BusError(
          .invalid,
          "\(endpoint) would let every machine that reaches it read and forge what is on the bus: bind 127.0.0.1, or allow it with "
            + "--insecure (HOLOCRON_BROKER_INSECURE=true)")
      }
      logger.warning("every machine that reaches this endpoint can read and forge messages", metadata: ["endpoint": "\(endpoint)"])
    }
  }
}
