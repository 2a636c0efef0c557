import OrderedJSON

/// What the holder of a key may send to a broker (STATES.md).
public enum BusRole: String, Sendable, Hashable, CaseIterable {
  /// Sends requests and subscribes to events.
  case frontEnd = "front-end"
  /// Offers services, sends requests, publishes events and subscribes to them.
  case worker
  /// Subscribes to events, and asks for the state of the bus and the statistics of its services.
  case observer
  /// Does what front-ends may, purges, imports, exports and verifies whole stores, and publishes events.
  case admin

  private static let methods = ["GET", "HEAD", "PUT", "DELETE"]
  private static let storeMethods = ["PURGE", "IMPORT", "EXPORT", "VERIFY"]

  fileprivate func maySend(_ method: String) -> Bool {
    Self.methods.contains(method) || self == .admin && Self.storeMethods.contains(method)
  }
}

/// The keys that a broker accepts on tcp, and what their holders may do.
public struct AuthorizedKeys: Sendable, Hashable {
  /// The holder of a key.
  public struct Holder: Sendable, Hashable {
    /// A name for people.
    public var name: String
    public var role: BusRole

    public init(name: String, role: BusRole) { (self.name, self.role) = (name, role) }
  }

  /// The holders by public key, in Z85.
  public var holders: [String: Holder]

  public init(_ holders: [String: Holder] = [:]) { self.holders = holders }

  /// Returns why the holder of `key` may not send `message`; `nil` if it may.
  func refusal(of message: BrokerMessage, from key: String) -> Problem? {
    guard let holder = holders[key] else {
      return Problem(403, "not allowed", detail: "this key is not authorised any more", type: Problem.forbiddenType)
    }
    guard let action = message.actionForbidden(to: holder.role) else { return nil }
    return Problem(
      403, "not allowed", detail: "the key '\(holder.name)' has the role \(holder.role.rawValue), which may not \(action)",
      type: Problem.forbiddenType, extensions: ["role": .string(holder.role.rawValue), "action": .string(action)])
  }
}

extension BrokerMessage {
  /// Returns what the message does that `role` may not do; `nil` if it may.
  fileprivate func actionForbidden(to role: BusRole) -> String? {
    guard case .request(let service, let body) = self else { return role == .worker ? nil : "offer services" }
    if service == "mmi.publish" { return role == .worker || role == .admin ? nil : "publish events" }
    if service.hasPrefix("mmi.") { return nil }
    let head = body.frame(1)
    if role == .observer { return head.elementsEqual("GET /stats".utf8) ? nil : "send requests" }
    let method = String(decoding: head.prefix(16).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    return role.maySend(method) ? nil : "send \(PeerName.visible(method)) requests"
  }
}

extension Problem {
  /// The type of a problem that the broker sends to a peer whose key does not allow a request.
  static let forbiddenType = "urn:holocron:forbidden"
}
