import CZeroMQ

/// A key pair of CurveZMQ (ZeroMQ RFC 26), in Z85 (RFC 32): 40 characters a key.
public struct CurveKeyPair: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  public let `public`: String
  /// The secret key. Whoever knows it can act in the name of this pair.
  public let secret: String

  /// Creates a pair from its two keys. Throws ``BusErrorCode/invalid`` if a key is not Z85 of 40 characters, or if they do not belong together.
  public init(public: String, secret: String) throws(BusError) {
    guard let derived = Self.publicKey(of: secret) else { throw Self.invalid("secret") }
    guard Self.isKey(`public`) else { throw Self.invalid("public") }
    guard derived == `public` else { throw BusError(.invalid, "the public key does not belong to the secret key; make a new pair") }
    (self.public, self.secret) = (`public`, secret)
  }

  private init(generated: (public: String, secret: String)) { (self.public, secret) = generated }

  /// Generates a pair. Throws ``BusErrorCode/system`` if libzmq cannot, for example without CURVE.
  public static func generate() throws(BusError) -> CurveKeyPair {
    // 40 characters and a zero byte.
    var (publicKey, secretKey) = ([CChar](repeating: 0, count: 41), [CChar](repeating: 0, count: 41))
    guard zmq_curve_keypair(&publicKey, &secretKey) == 0 else {
      throw BusError(.system, "cannot generate a key pair: \(SocketError.current)", cause: SocketError.current)
    }
    return CurveKeyPair(generated: (text(publicKey), text(secretKey)))
  }

  /// Returns whether `text` is Z85 of 32 bytes.
  public static func isKey(_ text: String) -> Bool {
    guard text.utf8.count == 40, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
    var bytes = [UInt8](repeating: 0, count: 32)
    return zmq_z85_decode(&bytes, text) != nil
  }

  private static func publicKey(of secret: String) -> String? {
    guard isKey(secret) else { return nil }
    var key = [CChar](repeating: 0, count: 41)
    return zmq_curve_public(&key, secret) == 0 ? text(key) : nil
  }

  /// Returns the Z85 of a key of 32 bytes.
  static func text(of key: [UInt8]) -> String {
    var characters = [CChar](repeating: 0, count: 41)
    return key.count == 32 && zmq_z85_encode(&characters, key, 32) != nil ? text(characters) : ""
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func invalid(_ name: String) -> BusError {
    BusError(.invalid, "the \(name) key is not a CURVE key: 40 characters of Z85 (ZeroMQ RFC 32)")
  }

  /// The public key: the secret one is shown nowhere.
  public var description: String { `public` }
  public var customMirror: Mirror { Mirror(self, children: ["public": `public`]) }
}

/// The keys with which a client, a worker or a subscription connects over tcp: its own pair, and the public key of the broker.
public struct ClientKeys: Sendable, Hashable {
  public let own: CurveKeyPair
  public let server: String

  /// Throws ``BusErrorCode/invalid`` if `server` is not a key.
  public init(own: CurveKeyPair, server: String) throws(BusError) {
    guard CurveKeyPair.isKey(server) else { throw BusError(.invalid, "the server's key is not a CURVE key: 40 characters of Z85") }
    (self.own, self.server) = (own, server)
  }
}
