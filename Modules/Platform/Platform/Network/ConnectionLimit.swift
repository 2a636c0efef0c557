import CStandardStreams
import Glibc
import Synchronization

/// Limits on the connections of Unix domain sockets that listen in this process, including those that libraries accept.
public enum ConnectionLimit {
  private static let limits = Mutex<[String: (descriptors: Range<Int32>, refused: Int)]>([:])

  /// Lets the socket at `path` keep connections at these descriptors only, which limits their number; further ones are closed at once. `nil`
  /// lifts the limit.
  public static func set(_ descriptors: Range<Int32>?, at path: String) {
    limits.withLock { $0[path] = descriptors.map { ($0, 0) } }
    connections_set_filter { path, connection in
      guard let path, let connection else { return false }
      return ConnectionLimit.apply(at: String(cString: path), to: &connection.pointee)
    }
  }

  /// Returns the number of connections closed since the last call.
  public static func takeRefused(at path: String) -> Int {
    limits.withLock { limits in
      defer { limits[path]?.refused = 0 }
      return limits[path]?.refused ?? 0
    }
  }

  private static func apply(at path: String, to connection: inout Int32) -> Bool {
    limits.withLock { limits in
      guard let range = limits[path]?.descriptors else { return false }
      let accepted = connection
      connection = fcntl(accepted, F_DUPFD_CLOEXEC, range.lowerBound)
      if accepted >= 0 { close(accepted) }
      if connection >= range.upperBound {
        close(connection)
        connection = -1
      }
      if connection < 0, accepted >= 0 { limits[path]?.refused += 1 }
      return true
    }
  }
}
