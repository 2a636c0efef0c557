import Logging
import Platform

/// The port of the origin that a fleet starts, remembered in the file `origin.port`. Cache entries belong to the URL of their origin: a fleet
/// whose origin has another port finds none of the records that an earlier fleet has cached.
struct OriginPort: Sendable {
  private let path: String

  /// Longer than any port and its line feed, in bytes.
  private static let maximumSize = 16

  /// The file is in `stateFolder`.
  init(in stateFolder: String) { path = "\(stateFolder)/origin.port" }

  /// Returns the remembered port if it is free, or else another free port. `isFree` is whether the remembered port will be free when it is used,
  /// even if it is taken now.
  func choose(isFree: Bool = false) throws(SystemError) -> UInt16 {
    if isFree, let remembered, remembered > 0 { return remembered }
    return try FreePort.loopback(preferring: remembered)
  }

  /// Writes the port to the file. Logs a warning if that fails.
  func remember(_ port: UInt16, _ logger: Logger) {
    do { try RegularFile.replace(path, with: Array("\(port)\n".utf8)) } catch {
      logger.warning("cannot remember the port of the origin", metadata: ["path": "\(path)", "reason": "\(error.reason)"])
    }
  }

  private var remembered: UInt16? {
    guard let bytes = try? RegularFile.read(path, upTo: Self.maximumSize, followsLink: false) else { return nil }
    return UInt16(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
