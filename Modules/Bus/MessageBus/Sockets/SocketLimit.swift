import Synchronization

/// The number of sockets that this process can have open at a time.
///
/// libzmq allocates a table for all of them with the first socket (zmq_ctx_set(3), ZMQ_MAX_SOCKETS), so a short-lived program pays for
/// sockets that it never opens: 192 KiB of memory to write for 16,384.
public enum SocketLimit {
  /// Enough for test suites and for front-ends with many subscriptions, unlike libzmq's default of 1,023.
  private static let sockets = Atomic<Int32>(16_384)

  static var number: Int32 { sockets.load(ordering: .relaxed) }

  /// Lowers the limit to libzmq's default of 1,023. Has no effect after the first socket.
  public static func lower() { sockets.store(1_023, ordering: .relaxed) }
}
