import Glibc

/// The socket on which a service manager receives the notifications of its processes. The kernel says which process has sent a message
/// (SCM_CREDENTIALS, unix(7)), so a process cannot impersonate another.
public final class NotificationReceiver: Sendable {
  public let address: NotificationAddress
  private let socket: Descriptor
  private let closing, restored: WakePipe

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
    (closing, restored) = (try WakePipe(), try WakePipe())
    removeFile()
    try bind(socket)
  }

  /// Binds the address again if its file was removed, so that both running and new processes find the socket. Errors are ignored.
  public func restore() {
    guard let path = address.path, !FileSystem.exists(path), let new = try? Descriptor.datagramSocket(), (try? bind(new)) != nil else {
      return
    }
    dup2(new.number, socket.number)
    _ = fcntl(socket.number, F_SETFD, FD_CLOEXEC)
    // A poll(2) that had begun before goes on waiting for the old socket.
    restored.wake()
  }

  private func bind(_ socket: Descriptor) throws(SystemError) {
    var isEnabled: Int32 = 1
    guard setsockopt(socket.number, SOL_SOCKET, SO_PASSCRED, &isEnabled, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
      throw .last("setsockopt")
    }
    guard address.withSocketAddress({ Glibc.bind(socket.number, $0, $1) }) == 0 else { throw .last("bind", address.description) }
    if let path = address.path { chmod(path, 0o600) }
  }

  deinit { removeFile() }

  /// Blocks until a message arrives; returns `nil` after ``close()``, when all messages sent before have been returned. For one thread.
  public func receive() -> Message? {
    while true {
      let ready = Polling.wait(for: [socket.number, closing.descriptor, restored.descriptor], within: nil)
      if !ready[0].isEmpty, let message = read() { return message }
      if !ready[1].isEmpty { return nil }
      if !ready[2].isEmpty { restored.drain() }
    }
  }

  /// Returns the messages from now on; instead of calling ``receive()``. Uses one sleeping thread until ``close()``. If nobody reads them, the
  /// oldest are dropped.
  public func messages() throws(SystemError) -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
    try BackgroundThread.start { [self] in
      while let message = receive() { continuation.yield(message) }
      continuation.finish()
    }
    return stream
  }

  private static let bufferSize = 1_024

  /// Makes ``receive()`` return `nil` soon, and removes the socket's file: a process that exits deinitializes nothing.
  public func close() {
    closing.wake()
    removeFile()
  }

  private func removeFile() { if let path = address.path { unlink(path) } }

  /// Reads one message; `nil` if there is none, or if it does not say who has sent it.
  private func read() -> Message? {
    var text = [UInt8](repeating: 0, count: ServiceNotification.maximumSize)
    // Aligned as its header demands.
    var control = [Int](repeating: 0, count: 16)
    let (count, process) = text.withUnsafeMutableBytes { text in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: text.baseAddress, iov_len: text.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          header.msg_iov = part
          header.msg_iovlen = 1
          header.msg_control = control.baseAddress
          header.msg_controllen = control.count
          let count = recvmsg(socket.number, &header, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
          return (count, Self.sender(UnsafeRawBufferPointer(control).prefix(Int(header.msg_controllen))))
        }
      }
    }
    guard count > 0, let process else { return nil }
    return Message(process: process, notifications: ServiceNotification.parse(String(decoding: text.prefix(count), as: UTF8.self)))
  }

  /// Returns the process ID in control messages (cmsg(3)). Closes descriptors that a sender attaches, which nothing here expects.
  private static func sender(_ control: Slice<UnsafeRawBufferPointer>) -> Int32? {
    let bytes = UnsafeRawBufferPointer(rebasing: control)
    let (headerSize, alignment) = (MemoryLayout<cmsghdr>.size, MemoryLayout<Int>.size)
    var sender: Int32?
    var start = 0
    while start + headerSize <= bytes.count {
      let header = bytes.loadUnaligned(fromByteOffset: start, as: cmsghdr.self)
      let length = Int(header.cmsg_len)
      guard length >= headerSize, start + length <= bytes.count else { break }
      let numbers = stride(from: start + headerSize, to: start + length - 3, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
      switch header.cmsg_type {
      // struct ucred: process, user, group.
      case credentials where header.cmsg_level == SOL_SOCKET && numbers.count == 3: sender = numbers[0]
      case Int32(SCM_RIGHTS) where header.cmsg_level == SOL_SOCKET: for number in numbers { Glibc.close(number) }
      default: break
      }
      start += (length + alignment - 1) / alignment * alignment
    }
    return sender
  }

  /// SCM_CREDENTIALS, a GNU extension that the Swift importer omits.
  private static let credentials: Int32 = 2
}

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
