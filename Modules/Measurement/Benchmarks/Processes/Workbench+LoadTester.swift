import OrderedJSON
import Platform

extension Workbench {
  /// Runs holocron-load and returns the answers per second.
  func loadTesterRate(_ arguments: [String]) throws(BenchmarkError) -> Double {
    let report = file("load.json")
    let command = arguments + ["--report", report]
    // Its progress goes to standard error.
    guard outputIfAny([program("holocron-load")] + command) != nil else {
      throw BenchmarkError("'holocron-load \(command.joined(separator: " "))' failed")
    }
    let json: JSON
    do { json = try JSON(parsing: RegularFile.read(report, upTo: 64 << 20)) } catch { throw BenchmarkError("\(report): \(error)") }
    guard let rate = json["totals"]?["doneRate"]?.double else { throw BenchmarkError("no rate in \(report)") }
    return rate
  }
}
