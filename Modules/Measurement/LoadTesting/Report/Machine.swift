import Platform

/// The machine that generated the load. What is not known is `nil` or empty.
struct Machine: ReportObject, Hashable {
  /// Processors that the generator may use.
  var cores: Int?
  var model = ""
  /// Bytes of main memory.
  var memory: Int?
  var kernel = ""
  var load: [Double] = []

  static let members: [ReportMember<Machine>] = [
    .init("cores", \.cores), .init("model", \.model), .init("memoryBytes", \.memory), .init("kernel", \.kernel), .init("load", \.load),
  ]

  init() {}

  /// This machine now, as /proc describes it.
  static var current: Machine {
    Machine { path in String(decoding: (try? RegularFile.read("/proc/\(path)", upTo: 4 << 20)) ?? [], as: UTF8.self) }
  }

  /// - Parameter text: returns the contents of a file of /proc.
  init(_ text: (String) -> String) {
    /// Returns the value of the first line `name: value`.
    func value(_ name: String, in path: String) -> String? {
      let line = text(path).split(separator: "\n").first { $0.hasPrefix(name) && $0.contains(":") }
      return line?.split(separator: ":", maxSplits: 1).last.map { String($0.drop { $0 == " " || $0 == "\t" }) }
    }
    cores = value("Cpus_allowed_list", in: "self/status").flatMap(Self.count)
    model = value("model name", in: "cpuinfo") ?? ""
    memory = value("MemTotal", in: "meminfo").flatMap { Int($0.prefix { $0 != " " }) }.map { $0 &* 1_024 }
    let words = text("version").split(separator: " ")
    kernel = words.count > 2 ? "\(words[0]) \(words[2])" : ""
    load = text("loadavg").split(separator: " ").prefix(3).compactMap { Double($0) }
  }

  /// Returns the number of processors in a list such as `0-3,8`.
  private static func count(_ list: String) -> Int? {
    let ranges = list.split(separator: ",").map { $0.split(separator: "-").compactMap { Int($0) } }
    let count = ranges.reduce(0) { $0 + max(0, ($1.last ?? -1) - ($1.first ?? 0) + 1) }
    return count > 0 ? count : nil
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
