import Glibc

/// The address of the socket on which a service manager listens: an absolute path, or `@` and a name in the abstract namespace (unix(7)).
public struct NotificationAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address as in the variable `NOTIFY_SOCKET`.
  public let description: String

  /// Reads the value of `NOTIFY_SOCKET`. `nil` for anything but a path or an abstract name that fits into an address, such as `vsock:…`.
  public init?(_ text: String) {
    let isAbstract = text.hasPrefix("@")
    // A path ends with a zero byte; the name of an abstract socket begins with one.
    guard isAbstract || text.hasPrefix("/"), text.utf8.count > 1, text.utf8.count < Self.capacity, !text.utf8.contains(0) else {
      return nil
    }
    description = text
  }

  /// The path of the socket's file; `nil` if the address is abstract.
  var path: String? { description.hasPrefix("/") ? description : nil }

  private static var capacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  /// Passes the address in the form that C functions take, valid during the call.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { target in
      target.copyBytes(from: description.utf8)
      if path == nil { target[0] = 0 }
    }
    // The length of an abstract address counts: every byte is part of the name.
    let prefix = MemoryLayout<sockaddr_un>.size - Self.capacity
    let length = socklen_t(prefix + description.utf8.count + (path == nil ? 0 : 1))
    return withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) } }
  }
}
