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

/// What the kernel tells about a process in `/proc/PID/stat`, whose fields are numbered as in proc_pid_stat(5).
struct ProcessStatistics {
  private let fields: [String]

  /// Reads the file in a folder of /proc; `nil` if there is no such process or /proc is not mounted.
  init?(of folder: String) {
    guard let bytes = try? RegularFile.read("/proc/\(folder)/stat", upTo: 4_096) else { return nil }
    self.init(bytes)
  }

  init?(of process: Int32) {
    guard process > 0 else { return nil }
    self.init(of: "\(process)")
  }

  /// Reads the contents of the file; `nil` if they are something else.
  init?(_ bytes: [UInt8]) {
    // The name of the program, the second field, may contain spaces and parentheses.
    guard let parenthesis = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    fields = bytes[(parenthesis + 1)...].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count > 19, fields[0].utf8.count == 1, UInt64(fields[19]) != nil else { return nil }
  }

  private func number(_ field: Int) -> UInt64 { fields.count > field - 3 ? UInt64(fields[field - 3]) ?? 0 : 0 }

  /// In ticks since the machine started.
  var startTime: UInt64 { number(22) }
  /// Number of threads that have not ended; the first one counts until the process is gone.
  var threads: UInt64 { number(20) }
  /// The user and system time, which the kernel tells in ticks of 10 ms.
  var processorSeconds: Double { Double(number(14) + number(15)) / 100 }
  /// Whether the process is stopped, as by SIGSTOP.
  var isStopped: Bool { fields[0] == "T" }
  /// Whether the process has ended, and waits for its parent. While other threads than the first end, its files are still open.
  var hasEnded: Bool { isZombie && threads <= 1 }
  /// Whether the process is about to end or has ended: SIGKILL is pending, or the kernel ends the main thread (PF_EXITING, PF_SIGNALED).
  var isEnding: Bool { isZombie || number(31) & (1 << UInt64(SIGKILL - 1)) != 0 || number(9) & (0x4 | 0x400) != 0 }

  private var isZombie: Bool { ["Z", "X"].contains(fields[0]) }
}

/// The processes whose IDs mean the same as here: those of one boot of the kernel (random(4)) and one namespace (pid_namespaces(7)).
public struct ProcessScope: Sendable, Hashable, CustomStringConvertible {
  /// Letters and digits; `0` if the scope is unknown.
  public let description: String

  /// The scope of this process, read once.
  public static let own = ProcessScope()

  private init() {
    var status = stat()
    let boot = (try? RegularFile.read("/proc/sys/kernel/random/boot_id", upTo: 64)) ?? []
    if stat("/proc/self/ns/pid", &status) == 0, boot.count >= 8 {
      description = "\(String(decoding: boot.prefix(8), as: UTF8.self))\(status.st_ino)"
    } else {
      description = "0"
    }
  }

  /// Whether the scope could be read from /proc. Nothing can be concluded about other processes from an unknown scope.
  public var isKnown: Bool { description != "0" }

  /// Returns whether there is no process with this ID: it has ended, and its parent has waited for it.
  public func hasEnded(_ process: Int32) -> Bool { process > 0 && kill(process, 0) != 0 && errno == ESRCH }

  /// Returns whether a process is stopped, as by SIGSTOP, and does nothing until it continues.
  public func isStopped(_ process: Int32) -> Bool { ProcessStatistics(of: process)?.isStopped ?? false }

  /// Returns whether a process is about to end: the kernel carries out a SIGKILL some time later, and keeps its locks until then.
  public func isEnding(_ process: Int32) -> Bool { ProcessStatistics(of: process)?.isEnding ?? false }
}

/// The program that a process on this machine is running, according to the kernel.
public struct RunningProgram: Sendable, Hashable {
  /// The absolute path of the executable.
  public let path: String

  /// The program of this process, with links resolved; `nil` if /proc is not mounted.
  public static var own: RunningProgram? { RunningProgram(link: "/proc/self/exe") }

  /// Looks up the program of a process; `nil` if the process does not exist or belongs to another user, or if /proc is not mounted.
  public init?(of process: Int) {
    guard process > 0, process <= Int(Int32.max) else { return nil }
    self.init(link: "/proc/\(process)/exe")
  }

  private init?(link: String) {
    guard let target = FileSystem.link(at: link) else { return nil }
    // The kernel adds the suffix if the file was replaced or removed after the start, usually by an update.
    let suffix = " (deleted)"
    path = target.hasSuffix(suffix) ? String(target.dropLast(suffix.count)) : target
  }

  public init(path: String) { self.path = path }

  /// Returns at most 64 KiB of the words with which a process was started; `nil` if it has ended.
  public static func commandLine(of process: Int32) -> [String]? {
    guard process > 0, let bytes = try? Descriptor.open("/proc/\(process)/cmdline", for: .reading).readToEnd(upTo: 1 << 16), !bytes.isEmpty
    else { return nil }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The last component of the path.
  public var name: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

  /// The folder of the executable, without a trailing slash. Programs that belong together are in the same folder.
  public var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}

/// The processor time of the threads of this process or of another process, read from /proc.
public struct ProcessorTime: Sendable {
  /// Seconds of processor time by thread ID.
  private let seconds: [String: Double]

  /// Returns the seconds of processor time that a process has used, in steps of 10 ms; `nil` if there is no such process.
  public static func seconds(ofProcess id: Int32) -> Double? { ProcessStatistics(of: id)?.processorSeconds }

  /// The times so far.
  public static var now: ProcessorTime {
    let threads = Folder.names(in: "/proc/self/task").map { ($0, ProcessStatistics(of: "self/task/\($0)")?.processorSeconds ?? 0) }
    return ProcessorTime(seconds: Dictionary(uniqueKeysWithValues: threads))
  }

  /// Returns the time of the busiest thread since `start` as a share of `duration`, 0 to 1; `nil` if /proc says nothing.
  public func busiestShare(since start: ProcessorTime, of duration: Duration) -> Double? {
    let shares = seconds.map { $0.value - (start.seconds[$0.key] ?? 0) }
    guard let busiest = shares.max(), duration > .zero else { return nil }
    return min(1, max(0, busiest / (duration / .seconds(1))))
  }
}
