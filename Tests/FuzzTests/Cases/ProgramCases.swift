import Console
import OrderedJSON

@testable import CommandLine
@testable import Hosting
@testable import MessageBus
@testable import Supervision

/// The configuration file, and the texts of settings.
enum ConfigCase: FuzzCase {
  static let name = "config"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    _ = try? ConfigurationDocument(input, at: "config.json")
    let text = String(decoding: input, as: UTF8.self)
    _ = CurveKeyPair.isKey(String(text.prefix(40)))
    try check(SettingSyntax<Duration>.duration(.zero ... .seconds(86_400)), text)
    try check(SettingSyntax<Int>.bytes(0...1 << 40), text)
    try check(SettingSyntax<Int>.integer(0...1_000), text)
    try check(SettingSyntax<[Endpoint]>.endpoints, text)
  }

  private static func check<Value: Equatable>(_ syntax: SettingSyntax<Value>, _ text: String) throws(BrokenPromise) {
    guard let value = syntax.parse(text) else { return }
    let written = syntax.format(value)
    try promise(syntax.parse(written) == value, "'\(text)' is written as '\(written)', which has another value")
  }
}

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
