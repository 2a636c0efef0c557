import Logging
import OrderedJSON
import Platform

/// A request from `holocron up` for another size of the fleet: a JSON file in the runtime folder, such as `{"caches":3}`, followed by SIGUSR1 to
/// the supervisor. Numbers that are not named stay unchanged.
struct FleetSizeRequest: Sendable {
  let path: String

  /// The maximum size of the file in bytes.
  private static let maximumSize = 4_096

  /// Removes the file when the supervisor stops.
  func remove() { FileSystem.remove(path) }

  /// Reads the request and returns the new size, given the current `size`; `nil` if the file is missing or invalid, which is logged.
  func size(from size: FleetSize, _ logger: Logger) -> FleetSize? {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: Self.maximumSize, followsLink: false) } catch {
      logger.warning("cannot read the requested fleet size", metadata: ["path": "\(path)", "reason": "\(error.reason)"])
      return nil
    }
    guard let json = try? JSON(parsing: bytes), let requested = size.applying(json) else {
      logger.warning("invalid fleet size requested", metadata: ["request": "\(String(decoding: bytes, as: UTF8.self))"])
      return nil
    }
    return requested
  }
}
