import Console
import OrderedJSON

@testable import CommandLine
@testable import Supervision

/// The state and the requests of a supervisor, and the lines of its processes' logs.
enum SupervisorCase: FuzzCase {
  static let name = "supervisor"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    if let json = try? JSON(parsing: input) {
      for process in EarlierFleet.processes(in: json) { try promise(process.id > 1, "process \(process.id) would get a signal") }
      if case .resize(let size) = FleetRequest(json, size: FleetSize())?.work {
        try promise(size.caches > 0 && size.fetchers > 0 && size.caches + size.fetchers + size.searches <= 192, "a fleet of \(size)")
      }
    }
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").prefix(64).map { LogLine(String($0), of: "a", after: "") }
    for line in lines { _ = line.json }
    let merged = LogLine.merged([Array(lines), Array(lines.prefix(3))])
    try promise(merged.count == lines.count + min(3, lines.count), "merged logs lose lines")
  }
}
