import Platform

/// The machine that generated the load. What is not known is `nil` or empty.
package struct Machine: Sendable, Hashable {
  /// Processors that the generator may use.
  package var cores: Int?
  /// The model of the processor: `AMD EPYC 7B13`.
  package var model = ""
  /// Bytes of main memory.
  var memory: Int?
  /// Name and release of the kernel: `Linux 6.1.0-18-amd64`.
  package var kernel = ""
  /// Load averages of 1, 5 and 15 minutes.
  var load: [Double] = []

  package init() {}

  /// This machine now, as /proc describes it.
  package static var current: Machine {
    func text(_ path: String) -> String { String(decoding: (try? RegularFile.read(path, upTo: 4 << 20)) ?? [], as: UTF8.self) }
    return Machine(
      status: text("/proc/self/status"), cpuinfo: text("/proc/cpuinfo"), meminfo: text("/proc/meminfo"), version: text("/proc/version"),
      loadavg: text("/proc/loadavg"))
  }

  init(status: String, cpuinfo: String, meminfo: String, version: String, loadavg: String) {
    cores = Self.value("Cpus_allowed_list", in: status).flatMap(Self.count)
    model = Self.value("model name", in: cpuinfo) ?? ""
    memory = Self.value("MemTotal", in: meminfo).flatMap { text in
      text.hasSuffix(" kB") ? Int(text.dropLast(3)).flatMap { $0 < 1 << 50 ? $0 * 1_024 : nil } : nil
    }
    let words = version.split(separator: " ")
    kernel = words.count > 2 && words[1] == "version" ? "\(words[0]) \(words[2])" : ""
    load = loadavg.split(separator: " ").prefix(3).compactMap { Double($0) }
  }

  /// Returns the number of processors in a list such as `0-3,8`.
  private static func count(_ list: String) -> Int? {
    var count = 0
    for range in list.split(separator: ",") {
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first >= 0, last >= first, last < 1 << 20 else { return nil }
      count += last - first + 1
    }
    return count > 0 ? count : nil
  }

  /// Returns the value of the first line `name: value`.
  private static func value(_ name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      let rest = line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
      if rest.first == ":" { return String(rest.dropFirst().drop { $0 == " " || $0 == "\t" }) }
    }
    return nil
  }

  /// `AMD EPYC 7B13, 2 cores, 7.8 GiB, Linux 6.1.0, load 0.50`
  var text: String {
    let parts = [
      model, cores.map { $0 == 1 ? "1 core" : "\($0) cores" } ?? "", memory.map(Quantity.bytes) ?? "", kernel,
      load.first.map { "load \(Quantity.decimal($0, digits: 2))" } ?? "",
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "unknown" : parts.joined(separator: ", ")
  }
}

extension Machine: ReportObject {
  package static var members: [ReportMember<Machine>] {
    [
      .init("cores", \.cores), .init("model", \.model), .init("memoryBytes", \.memory), .init("kernel", \.kernel), .init("load", \.load),
    ]
  }
}
