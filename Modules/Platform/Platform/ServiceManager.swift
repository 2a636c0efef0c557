import Glibc
import Synchronization

/// What a service manager tells a process that it has started, in environment variables (sd_notify(3), sd_watchdog_enabled(3)). They are for
/// that process alone, not for the processes that it starts.
public struct ServiceManagerVariables: Sendable, Hashable {
  /// Where to send notifications; `nil` if nobody listens.
  public let notificationAddress: NotificationAddress?
  /// The interval in which to send ``ServiceNotification/watchdog``, as the manual page recommends: half of the time after which a silent process
  /// counts as dead; `nil` if it does not.
  public let watchdogInterval: Duration?

  /// The names of all variables, including those of sd_listen_fds(3).
  public static let names = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// Reads the variables of the process with the ID `process`.
  public init(_ environment: Environment, process: Int32) {
    notificationAddress = environment["NOTIFY_SOCKET"].flatMap(NotificationAddress.init)
    let isForThisProcess = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
    let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
    watchdogInterval = isForThisProcess && limit > 0 ? .microseconds(limit) / 2 : nil
  }
}

/// What a process tells its service manager about its state (sd_notify(3)).
public enum ServiceNotification: Sendable, Hashable {
  /// The process can be used.
  case ready
  case stopping
  /// The process is alive; sent at regular intervals.
  case watchdog
  /// One line for people: `6 processes running`. Truncated to 4,000 bytes.
  case status(String)

  /// The maximum size of the text of a message in bytes.
  static let maximumSize = 4_096

  /// Returns the text of a message: one assignment per line.
  public static func text(_ notifications: [ServiceNotification]) -> String { notifications.map(\.assignment).joined(separator: "\n") }

  /// Reads the text of a message. Ignores assignments that are not listed here, of which there are many.
  public static func parse(_ text: String) -> [ServiceNotification] {
    text.split(separator: "\n").compactMap { line in
      line.hasPrefix("STATUS=") ? .status(String(line.dropFirst(7))) : [.ready, .stopping, .watchdog].first { $0.assignment == line }
    }
  }

  private var assignment: String {
    switch self {
    case .ready: "READY=1"
    case .stopping: "STOPPING=1"
    case .watchdog: "WATCHDOG=1"
    // A line feed would start another assignment. A character may have any number of scalars.
    case .status(let text): "STATUS=" + String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000).map { $0 == "\n" ? " " : $0 }))
    }
  }
}

/// The address of the socket on which a service manager listens: an absolute path, or `@` and a name in the abstract namespace (unix(7)).
public struct NotificationAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address as in the variable `NOTIFY_SOCKET`.
  public let description: String

  /// Reads the value of `NOTIFY_SOCKET`. `nil` for anything but a path or an abstract name that fits into an address, such as `vsock:…`.
  public init?(_ text: String) {
    // A path ends with a zero byte; the name of an abstract socket begins with one.
    guard text.hasPrefix("@") || text.hasPrefix("/"), text.utf8.count > 1, text.utf8.count < Self.capacity, !text.utf8.contains(0) else {
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
    let length = MemoryLayout<sockaddr_un>.size - Self.capacity + description.utf8.count + (path == nil ? 0 : 1)
    return withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) } }
  }
}

/// The socket on which a service manager receives the notifications of its processes. The kernel says which process has sent a message
/// (SCM_CREDENTIALS, unix(7)), so a process cannot impersonate another.
public final class NotificationReceiver: Sendable {
  public let address: NotificationAddress
  private let socket: Descriptor
  private let isClosed = Atomic(false)

  /// A message and the process that has sent it.
  public struct Message: Sendable, Hashable {
    public let process: Int32
    public let notifications: [ServiceNotification]
  }

  /// Binds `address`. A file that an earlier process has left at its path is replaced, so the caller has to make sure that it is the only
  /// one. Only this user can write to the file.
  public init(at address: NotificationAddress) throws(SystemError) {
    self.address = address
    socket = try Descriptor.datagramSocket()
    removeFile()
    try bind(socket)
  }

  /// Binds the address again if its file was removed, so that both running and new processes find the socket. Errors are ignored.
  public func restore() {
    guard let path = address.path, !FileSystem.exists(path), let new = try? Descriptor.datagramSocket(), (try? bind(new)) != nil else {
      return
    }
    // A call that waits for the old socket returns.
    shutdown(socket.number, Int32(SHUT_RD))
    dup2(new.number, socket.number)
    _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC)
  }

  private func bind(_ socket: Descriptor) throws(SystemError) {
    try socket.set(SO_PASSCRED, Int32(1))
    guard address.withSocketAddress({ Glibc.bind(socket.number, $0, $1) }) == 0 else { throw .last("bind", address.description) }
    if let path = address.path { chmod(path, 0o600) }
  }

  deinit { removeFile() }

  /// Blocks until a message arrives; returns `nil` after ``close()``, when all messages sent before have been returned. For one thread.
  public func receive() -> Message? {
    while true {
      let isLast = isClosed.load(ordering: .acquiring)
      if let message = read() { return message }
      if isLast { return nil }
    }
  }

  /// Returns the messages from now on; instead of calling ``receive()``. Uses one sleeping thread until ``close()``. If nobody reads them, the
  /// oldest are dropped.
  public func messages() throws(SystemError) -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(1_024))
    try BackgroundThread.start { [self] in
      while let message = receive() { continuation.yield(message) }
      continuation.finish()
    }
    return stream
  }

  /// Makes ``receive()`` return `nil` soon, and removes the socket's file: a process that exits deinitializes nothing.
  public func close() {
    isClosed.store(true, ordering: .releasing)
    shutdown(socket.number, Int32(SHUT_RD))
    removeFile()
  }

  private func removeFile() { if let path = address.path { unlink(path) } }

  /// The layout of a control message (cmsg(3)) with the credentials of a sender.
  private struct Credentials {
    var header = cmsghdr()
    var process: Int32 = 0, user: UInt32 = 0, group: UInt32 = 0, padding: UInt32 = 0
  }

  /// Waits for one message; `nil` if it does not say who has sent it, and once the socket is shut down. The kernel passes the credentials first, and there is no
  /// room for descriptors that a sender attaches.
  private func read() -> Message? {
    var text = [UInt8](repeating: 0, count: ServiceNotification.maximumSize)
    var sender = Credentials()
    let count = text.withUnsafeMutableBytes { text in
      withUnsafeMutableBytes(of: &sender) { control in
        var part = iovec(iov_base: text.baseAddress, iov_len: text.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          (header.msg_iov, header.msg_iovlen) = (part, 1)
          (header.msg_control, header.msg_controllen) = (control.baseAddress, control.count)
          return recvmsg(socket.number, &header, Int32(MSG_CMSG_CLOEXEC))
        }
      }
    }
    // SCM_CREDENTIALS, 2, is a GNU extension that the Swift importer omits.
    guard count > 0, sender.header.cmsg_level == SOL_SOCKET, sender.header.cmsg_type == 2 else { return nil }
    return Message(process: sender.process, notifications: ServiceNotification.parse(String(decoding: text.prefix(count), as: UTF8.self)))
  }
}

/// Sends a service manager the notifications of this process, as datagrams.
public final class NotificationSender: Sendable {
  private let address: NotificationAddress
  private let socket: Descriptor

  public init(to address: NotificationAddress) throws(SystemError) {
    self.address = address
    socket = try Descriptor.datagramSocket()
    // A service manager that does not read makes a message wait for this long.
    try socket.set(SO_SNDTIMEO, timeval(tv_sec: 1, tv_usec: 0))
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

  /// Sets an option of a socket (socket(7)).
  func set<Value: BitwiseCopyable>(_ option: Int32, _ value: Value) throws(SystemError) {
    var value = value
    guard setsockopt(number, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size)) == 0 else { throw .last("setsockopt") }
  }
}
