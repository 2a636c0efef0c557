import Platform

/// A redis-server without persistence on a port of 127.0.0.1 that holds one value.
struct RedisServer {
  static let programs = ["redis-server", "redis-cli", "redis-benchmark", "setpriv"]
  private static let key = "people/1"

  private let bench: Workbench
  private let port: String
  private let process: ChildProcess

  init(on bench: Workbench, holding value: [UInt8]) throws(BenchmarkError) {
    self.bench = bench
    do { port = String(try FreePort.loopback()) } catch { throw BenchmarkError("no free port: \(error)") }
    process = try bench.start(foreign: [
      "redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", bench.file(""),
    ])
    let ping = ["redis-cli", "-p", port, "ping"]
    try bench.wait(for: "redis-server") { () throws(BenchmarkError) in bench.outputIfAny(ping) == Array("PONG\n".utf8) ? () : nil }
    _ = try bench.output(["redis-cli", "-p", port, "SET", Self.key, String(decoding: value, as: UTF8.self)])
  }

  /// The command that gets the value and prints it.
  var get: [String] { ["redis-cli", "-p", port, "GET", Self.key] }

  /// Returns requests per second of redis-benchmark, which gets the value over 50 connections without pipelining.
  func rate(requests: Int) throws(BenchmarkError) -> Double {
    let output = try bench.output(["redis-benchmark", "-p", port, "-c", "50", "-n", String(requests), "--csv", "GET", Self.key])
    guard let rate = Self.rate(csv: String(decoding: output, as: UTF8.self)) else {
      throw BenchmarkError("no rate in the output of redis-benchmark: \(String(decoding: output, as: UTF8.self))")
    }
    return rate
  }

  /// Returns the second value of the last line: `"GET people/1","250000.00",…`.
  static func rate(csv: String) -> Double? {
    let values = csv.split(separator: "\n").last?.split(separator: ",") ?? []
    return values.count > 1 ? Double(values[1].filter { $0 != "\"" }) : nil
  }
}
