public import LoadReports
import Platform

/// Reads what machine this is from /proc.
public enum MachineReader {
  public static func machine() -> LoadReport.Machine {
    LoadReport.Machine(
      cores: cores(status: text("/proc/self/status")), model: model(cpuinfo: text("/proc/cpuinfo")),
      memory: memory(meminfo: text("/proc/meminfo")), kernel: kernel(version: text("/proc/version")), load: load(text("/proc/loadavg")))
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? RegularFile.read(path, upTo: 4 << 20)) ?? [], as: UTF8.self)
  }

  /// Returns the number of processors that this process may use: those of the list `0-3,8` in /proc/self/status.
  static func cores(status: String) -> Int? {
    guard let list = value("Cpus_allowed_list", in: status) else { return nil }
    var count = 0
    for range in list.split(separator: ",") {
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first >= 0, last >= first, last < 1 << 20 else { return nil }
      count += last - first + 1
    }
    return count > 0 ? count : nil
  }

  static func model(cpuinfo: String) -> String { value("model name", in: cpuinfo) ?? "" }

  static func memory(meminfo: String) -> Int? {
    guard let text = value("MemTotal", in: meminfo), text.hasSuffix(" kB"), let kilobytes = Int(text.dropLast(3)), kilobytes < 1 << 50
    else {
      return nil
    }
    return kilobytes * 1_024
  }

  /// Returns `Linux 6.1.0-18-amd64` of `Linux version 6.1.0-18-amd64 (…) …`.
  static func kernel(version: String) -> String {
    let words = version.split(separator: " ")
    return words.count > 2 && words[1] == "version" ? "\(words[0]) \(words[2])" : ""
  }

  static func load(_ text: String) -> [Double] { text.split(separator: " ").prefix(3).compactMap { Double($0) } }

  /// Returns the value of the first line `name: value`.
  private static func value(_ name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let rest = line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
      if rest.first == ":" { return String(rest.dropFirst().drop { $0 == " " || $0 == "\t" }) }
    }
    return nil
  }
}
