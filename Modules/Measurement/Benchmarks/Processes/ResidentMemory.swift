import Platform

/// The memory of a process that is in RAM, read from `/proc/PID/status` (proc(5)), in bytes.
struct ResidentMemory: Sendable, Hashable {
  let now: Double
  /// The most that the process has had so far.
  let peak: Double

  /// NaN if there is no such process.
  init(ofProcess id: Int32) {
    let bytes = (try? RegularFile.read("/proc/\(id)/status", upTo: 64 << 10)) ?? []
    self.init(status: String(decoding: bytes, as: UTF8.self))
  }

  init(status: String) {
    func value(_ name: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      return line.flatMap { $0.split(whereSeparator: { " \t".contains($0) }).dropFirst().first }.flatMap { Double($0) }.map { $0 * 1_024 }
        ?? .nan
    }
    now = value("VmRSS")
    peak = value("VmHWM")
  }
}
