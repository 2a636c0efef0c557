import Glibc

/// A process, distinguished from another one that the kernel gives the same ID later.
public struct ProcessInstance: Sendable, Hashable {
  public let id: Int32
  /// In ticks since the machine started; `nil` if /proc is not mounted.
  private let startTime: UInt64?

  /// Looks up the process that has this ID now; `nil` if there is none.
  public init?(_ id: Int32) {
    guard id > 0, kill(id, 0) == 0 || errno == EPERM else { return nil }
    self.id = id
    startTime = ProcessStatistics(of: id)?.startTime
  }

  /// Whether the process has ended, even if nobody has waited for it yet.
  public var hasEnded: Bool {
    guard let startTime else { return kill(id, 0) != 0 && errno == ESRCH }
    guard let now = ProcessStatistics(of: id) else { return true }
    return now.startTime != startTime || now.hasEnded
  }
}

/// What the kernel tells about a process in `/proc/PID/stat` (proc_pid_stat(5)).
struct ProcessStatistics {
  /// One letter, such as `R` for a running process.
  let state: UInt8
  /// Number of threads that have not ended; the first one counts until the process is gone.
  let threads: Int
  /// In ticks since the machine started.
  let startTime: UInt64
  /// The flags PF_… of the kernel for the main thread.
  private let flags: UInt64
  /// The signals that the main thread has not handled yet; bit 0 is signal 1.
  private let pendingSignals: UInt64

  /// Reads the file; `nil` if there is no process with this ID or /proc is not mounted.
  init?(of process: Int32) {
    guard process > 0, let bytes = try? RegularFile.read("/proc/\(process)/stat", upTo: 4_096) else { return nil }
    self.init(bytes)
  }

  /// Reads the contents of the file; `nil` if they are something else.
  init?(_ bytes: [UInt8]) {
    // The name of the program may contain spaces and parentheses, so the fields are counted from its last parenthesis.
    guard let parenthesis = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(parenthesis + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, fields[0].count == 1, let threads = Int(String(decoding: fields[17], as: UTF8.self)),
      let time = UInt64(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    state = fields[0][fields[0].startIndex]
    self.threads = threads
    startTime = time
    func number(_ index: Int) -> UInt64 { fields.count > index ? UInt64(String(decoding: fields[index], as: UTF8.self)) ?? 0 : 0 }
    flags = number(6)
    pendingSignals = number(28)
  }

  /// Whether the process is stopped, as by SIGSTOP.
  var isStopped: Bool { state == UInt8(ascii: "T") }
  /// Whether the process has ended and its parent has not waited for it. The state is that of the first thread; while other threads end, the
  /// files of the process are still open and locked.
  var hasEnded: Bool { isZombie && threads <= 1 }

  /// Whether the process is about to end or has ended: SIGKILL is pending, or the kernel ends the main thread (PF_EXITING, PF_SIGNALED).
  var isEnding: Bool { isZombie || pendingSignals & (1 << UInt64(SIGKILL - 1)) != 0 || flags & (0x4 | 0x400) != 0 }

  private var isZombie: Bool { [UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(state) }
}
