import Glibc

/// Sends a service manager the notifications of this process, as datagrams.
public final class NotificationSender: Sendable {
  private let address: NotificationAddress
  private let socket: Descriptor

  /// The time that one message may wait for a service manager that does not read, in seconds.
  private static let patience = 1

  public init(to address: NotificationAddress) throws(SystemError) {
    self.address = address
    socket = try Descriptor.datagramSocket()
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    guard setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) == 0 else {
      throw .last("setsockopt")
    }
  }

  /// Sends notifications as one message. Waits for up to a second if the service manager does not read. Returns the error, or `nil` on
  /// success.
  @discardableResult public func send(_ notifications: ServiceNotification...) -> SystemError? {
    let text = Array(ServiceNotification.text(notifications).utf8)
    while true {
      let count = address.withSocketAddress { sendto(socket.number, text, text.count, Int32(MSG_NOSIGNAL), $0, $1) }
      if count >= 0 { return nil }
      guard errno == EINTR else { return .last("sendto", address.description) }
    }
  }
}

extension Descriptor {
  /// Opens a datagram socket of the family AF_UNIX.
  static func datagramSocket() throws(SystemError) -> Descriptor {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    return Descriptor(owning: number)
  }
}
