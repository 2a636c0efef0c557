/// The processor time of the threads of this process or of another process, read from /proc.
public struct ProcessorTime: Sendable {
  /// Seconds of processor time by thread ID.
  private let seconds: [String: Double]

  /// Returns the seconds of processor time that a process has used, in steps of 10 ms; `nil` if there is no such process.
  public static func seconds(ofProcess id: Int32) -> Double? {
    guard let bytes = try? RegularFile.read("/proc/\(id)/stat", upTo: 4_096) else { return nil }
    return seconds(stat: String(decoding: bytes, as: UTF8.self))
  }

  /// The times so far.
  public static var now: ProcessorTime {
    let folder = "/proc/self/task"
    var seconds: [String: Double] = [:]
    for thread in Folder.names(in: folder) {
      guard let bytes = try? RegularFile.read("\(folder)/\(thread)/stat", upTo: 4_096) else { continue }
      seconds[thread] = Self.seconds(stat: String(decoding: bytes, as: UTF8.self))
    }
    return ProcessorTime(seconds: seconds)
  }

  /// Returns the time of the busiest thread since `start` as a share of `duration`, 0 to 1; `nil` if /proc says nothing.
  public func busiestShare(since start: ProcessorTime, of duration: Duration) -> Double? {
    let shares = seconds.map { $0.value - (start.seconds[$0.key] ?? 0) }
    guard let busiest = shares.max(), duration > .zero else { return nil }
    return min(1, max(0, busiest / (duration / .seconds(1))))
  }

  /// Returns user and system time of a line of /proc/…/stat: fields 14 and 15, in ticks of 10 ms on every Linux (proc(5)). The name in field 2
  /// may contain spaces and parentheses.
  public static func seconds(stat: String) -> Double? {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    return (user + system) / 100
  }
}
