import Logging
import OrderedJSON
import Platform

/// The file in the runtime folder, which only the user can write, with the request of `holocron up`, `scale` or `restart`; SIGUSR1 tells the
/// supervisor to read it.
struct FleetRequestFile: Sendable {
  let path: String

  /// The maximum size of the file in bytes.
  private static let maximumSize = 16 << 10

  /// Removes the file when the supervisor stops.
  func remove() { FileSystem.remove(path) }

  /// Reads the request; `nil` if the file is missing or not JSON, which is logged.
  func read(_ logger: Logger) -> JSON? {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: Self.maximumSize, followsLink: false) } catch {
      logger.warning("cannot read the request", metadata: ["path": "\(path)", "reason": "\(error.reason)"])
      return nil
    }
    guard let document = try? JSON(parsing: bytes) else {
      logger.warning("invalid request", metadata: ["request": "\(String(decoding: bytes, as: UTF8.self))"])
      return nil
    }
    return document
  }
}
