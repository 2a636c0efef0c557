import Platform
import Text

/// The location of a Redis or Valkey server, or of a cluster.
///
/// The forms are `redis://[[USER]:PASSWORD@]HOST[:PORT]` and `redis+cluster://[[USER]:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]`, where the hosts are
/// any nodes of the cluster. User and password are percent-encoded. `?password-file=PATH` at the end reads the password from the first line of
/// a file, which other users must not be able to read. There is no TLS (`rediss`): hiredis of Debian 12 lacks it. Across an untrusted
/// network, use an encrypted network such as WireGuard, or a tunnel such as stunnel on each host.
public struct RedisURL: Sendable, Hashable, CustomStringConvertible {
  public let addresses: [RedisAddress]
  public let isCluster: Bool
  public let user, password: String?

  /// Parses a URL and reads its password file. Throws ``RedisErrorCode/invalid``; the message does not contain the password.
  public init(_ text: String) throws(RedisError) {
    let scheme = text.firstRange(of: "://").map { text[..<$0.lowerBound] } ?? ""
    guard scheme == "redis" || scheme == "redis+cluster" else {
      let advice = scheme == "rediss" ? "TLS is not supported; use redis:// over an encrypted network" : "use \(Self.forms)"
      throw Self.error("of the scheme '\(scheme)'; \(advice)")
    }
    isCluster = scheme == "redis+cluster"
    let parts = text.dropFirst(scheme.count + 3).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let location = parts[0]
    let at = location.lastIndex(of: "@")
    let hosts = (at.map { location[location.index(after: $0)...] } ?? location)
    let path = hosts.firstIndex(of: "/").map { hosts[$0...] } ?? ""
    guard ["", "/", "/0"].contains(path) else { throw Self.error("with a path; only database 0 is supported") }
    var addresses: [RedisAddress] = []
    for host in hosts.dropLast(path.count).split(separator: ",", omittingEmptySubsequences: false) {
      guard let address = RedisAddress(host) else {
        // Without '@', what follows a colon may be a password.
        let shown = host.firstIndex(of: ":").map { at == nil ? "\(host[...$0])…" : "\(host)" } ?? "\(host)"
        throw Self.error("with the address '\(shown)'; use HOST or HOST:PORT, such as a:6379")
      }
      addresses.append(address)
    }
    guard isCluster || addresses.count == 1 else { throw Self.error("with several addresses; use redis+cluster:// for a cluster") }
    self.addresses = addresses

    var user = "", password: String?
    if let at {
      guard !location[..<at].contains("@") else {
        throw Self.error("with an '@' in the user or password, or with several of them; write '%40'")
      }
      let words = location[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { PercentCoding.decode($0) }
      guard let name = words[0], let secret = words.count > 1 ? words[1] : .some("") else {
        throw Self.error("with a user or password that is not percent-encoded; write '%25' for a percent sign")
      }
      (user, password) = (name, secret.isEmpty ? nil : secret)
    }
    if parts.count > 1 {
      guard parts[1].hasPrefix("password-file="), let path = PercentCoding.decode(parts[1].dropFirst("password-file=".count)), !path.isEmpty
      else { throw Self.error("with an option that is unknown; the only one is ?password-file=PATH") }
      guard password == nil else { throw Self.error("with a password and a password file; remove one of them") }
      password = try Self.password(in: path)
    }
    guard user.isEmpty || password != nil else { throw Self.error("with the user '\(user)' but no password; write USER:PASSWORD@") }
    (self.user, self.password) = (user.isEmpty ? nil : user, password)
  }

  private static let forms = "redis://HOST:PORT or redis+cluster://HOST:PORT,HOST:PORT"

  private static func error(_ text: String) -> RedisError { RedisError(.invalid, "invalid Redis URL \(text)") }

  private static func password(in path: String) throws(RedisError) -> String {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: 4_096) } catch {
      throw RedisError(.invalid, "cannot read the password file \(path): \(error.reason)", cause: error)
    }
    if let mode = try? FileStatus(of: path).mode, mode & 0o007 != 0 {
      throw RedisError(.invalid, "other users can access the password file \(path); run: chmod o= \(path)")
    }
    guard let password = String(validating: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self), !password.isEmpty else {
      throw RedisError(.invalid, "the first line of the password file \(path) is empty or not UTF-8")
    }
    return password
  }

  /// The URL without user and password.
  public var description: String {
    "redis\(isCluster ? "+cluster" : "")://" + addresses.map(\.description).joined(separator: ",")
  }
}

/// Host and port of a node.
public struct RedisAddress: Sendable, Hashable, CustomStringConvertible {
  /// A name or an IP address without brackets.
  public let host: String
  public let port: UInt16

  public init(_ host: String, _ port: UInt16) { (self.host, self.port) = (host, port) }

  /// Parses `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`. Returns `nil` for anything else. The default port is 6379.
  init?(_ text: some StringProtocol) {
    let colon = text.lastIndex(of: ":").flatMap { text.hasPrefix("[") && text.hasSuffix("]") ? nil : $0 }
    var host = text[..<(colon ?? text.endIndex)]
    let port = colon.map { text[text.index(after: $0)...] }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() } else if host.contains(":") { return nil }
    guard !host.isEmpty, host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._:%".contains($0)) }) else { return nil }
    guard let port else { self.init(String(host), 6_379); return }
    guard let number = UInt16(port), number > 0, !port.hasPrefix("+") else { return nil }
    self.init(String(host), number)
  }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
