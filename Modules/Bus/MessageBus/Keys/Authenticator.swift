import CZeroMQ
import Logging
import Synchronization

/// The ZAP handler of this process (ZeroMQ RFC 27): libzmq asks it whether to accept the key of a peer. It runs on a thread of its own until the
/// process ends, because libzmq accepts every key while there is no handler, and looks keys up in memory, because libzmq's queue of questions
/// has no limit.
final class Authenticator: Sendable {
  private struct Domain {
    var keys: AuthorizedKeys
    let logger: Logger
    var logLimiter = LogRateLimiter()
  }

  private struct State {
    /// The brokers of this process, by the ZAP domain of their sockets.
    var domains: [String: Domain] = [:]
    var lastDomain = 0
    var isRunning = false
  }

  static let shared = Authenticator()
  private let state = Mutex(State())

  /// Returns a new domain in which `keys` are accepted. Starts the handler first, before a socket with this domain is bound.
  fileprivate func addDomain(_ keys: AuthorizedKeys, _ logger: Logger) throws(BusError) -> String {
    try state.withLock { state throws(BusError) in
      if !state.isRunning {
        try startThread("bus-keys", try AuthenticatorLoop { [self] in accepts($0, in: $1, from: $2) })
        state.isRunning = true
      }
      state.lastDomain += 1
      let name = "holocron-\(state.lastDomain)"
      state.domains[name] = Domain(keys: keys, logger: logger)
      return name
    }
  }

  fileprivate func replaceKeys(of domain: String, with keys: AuthorizedKeys) { state.withLock { $0.domains[domain]?.keys = keys } }

  fileprivate func removeDomain(_ domain: String) { state.withLock { $0.domains[domain] = nil } }

  private func accepts(_ key: String, in domain: String, from address: String) -> Bool {
    let (isAccepted, logger) = state.withLock { state -> (Bool, Logger?) in
      guard state.domains[domain]?.keys.holders[key] == nil else { return (true, nil) }
      if let lines = state.domains[domain]?.logLimiter.summary(now: .now) {
        state.domains[domain]?.logger.info("suppressed log lines about keys", metadata: ["lines": "\(lines)"])
      }
      return (false, state.domains[domain]?.logLimiter.allows(now: .now) == true ? state.domains[domain]?.logger : nil)
    }
    logger?.warning("refused a key that is not authorised", metadata: ["key": "\(key)", "address": "\(address)"])
    return isAccepted
  }
}

/// What a broker needs to accept peers with keys: its own secret key, and a ZAP domain, which lasts as long as this object.
final class KeyDomain: Sendable {
  private let name: String
  private let secret: String

  init(_ server: CurveKeyPair, _ keys: AuthorizedKeys, _ logger: Logger) throws(BusError) {
    secret = server.secret
    name = try Authenticator.shared.addDomain(keys, logger)
  }

  deinit { Authenticator.shared.removeDomain(name) }

  /// Accepts only `keys` from now on.
  func replaceKeys(with keys: AuthorizedKeys) { Authenticator.shared.replaceKeys(of: name, with: keys) }

  /// Makes peers need a key at the endpoints that `socket` binds from now on.
  func protect(_ socket: Socket) throws(BusError) {
    try socket.require(ZMQ_CURVE_SERVER, 1)
    try socket.require(ZMQ_CURVE_SECRETKEY, secret)
    // Without a domain, libzmq asks no handler.
    try socket.require(ZMQ_ZAP_DOMAIN, name)
    // In milliseconds; libzmq's default is 30 s.
    try socket.require(ZMQ_HANDSHAKE_IVL, 3_000)
  }

  /// Lets everyone connect to the endpoints that `socket` binds from now on.
  func unprotect(_ socket: Socket) throws(BusError) { try socket.require(ZMQ_CURVE_SERVER, 0) }
}

extension ClientKeys {
  /// Makes `socket` connect with these keys from now on.
  func use(in socket: Socket) throws(BusError) {
    try socket.require(ZMQ_CURVE_SERVERKEY, server)
    try socket.require(ZMQ_CURVE_PUBLICKEY, own.public)
    try socket.require(ZMQ_CURVE_SECRETKEY, own.secret)
  }
}

/// Answers the questions of libzmq.
private final class AuthenticatorLoop: SocketLoop {
  let mailbox: Mailbox<Never>
  var isFinished = false
  let sockets: [Socket]
  private let accepts: (_ key: String, _ domain: String, _ address: String) -> Bool

  init(_ accepts: @escaping @Sendable (_ key: String, _ domain: String, _ address: String) -> Bool) throws(BusError) {
    mailbox = try Mailbox()
    self.accepts = accepts
    sockets = [try Socket(.router)]
    try sockets[0].bind(Endpoint("inproc://zeromq.zap.01"))
  }

  var nextTimeout: Instant? { nil }

  func turn(now: Instant, edgeTriggeredReady: Bool) -> Bool { sockets[0].receive(atMost: 64) { answer($0) } == 64 }

  /// Frames: identity, empty, version, request, domain, address, identity, mechanism, and with CURVE the public key.
  private func answer(_ question: Multipart) {
    guard question.count >= 8 else { return }
    var key = ""
    var isAccepted = false
    if question.count == 9, question.text(7) == "CURVE", question.size(8) == 32 {
      key = CurveKeyPair.text(of: question.bytes(8))
      isAccepted = accepts(key, question.text(4) ?? "", question.text(5) ?? "")
    } else if question.text(7) == "NULL" {
      // A peer on ipc, where the kernel has told the user: only endpoints on tcp are bound with keys, and none without.
      isAccepted = true
    }
    let (status, reason) = isAccepted ? ("200", "") : ("400", "this key is not authorised")
    _ = sockets[0].send(question.bytes(0), more: true)
    for frame in ["", "1.0"] { _ = sockets[0].send(frame, more: true) }
    _ = sockets[0].send(question.bytes(3), more: true)
    for frame in [status, reason, isAccepted ? key : ""] { _ = sockets[0].send(frame, more: true) }
    _ = sockets[0].send([], more: false)
  }

  func finish(_ unhandled: [Never]) {}
}
