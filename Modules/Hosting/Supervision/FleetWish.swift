import Glibc
import Logging
import OrderedJSON

/// Another size of the fleet, as `holocron up` asks for it: a JSON file of its own in the runtime directory, such as `{"caches":3}`, and SIGUSR1 to the
/// supervisor. A number that is not named stays.
struct FleetWish: Sendable {
  let path: String

  /// No wish is longer, in bytes.
  private static let longest = 4_096

  /// The size that is wished for, where it is `size` now; `nil` where the file is missing or cannot be followed, which is logged.
  func size(from size: FleetSize, _ logger: Logger) -> FleetSize? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      logger.warning(
        "no other size of the fleet is wished for", metadata: ["path": "\(path)", "reason": "\(String(cString: strerror(errno)))"])
      return nil
    }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    guard let json = try? JSON(parsing: bytes), let wanted = size.changed(by: json) else {
      logger.warning(
        "a wish for another size of the fleet cannot be followed", metadata: ["wish": "\(String(decoding: bytes, as: UTF8.self))"])
      return nil
    }
    return wanted
  }
}
