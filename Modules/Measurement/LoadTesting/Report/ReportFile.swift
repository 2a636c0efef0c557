import MessageBus
import Platform

/// A file for a report. Its name says which form it has.
struct ReportFile: Sendable, Hashable {
  enum Form: String, Sendable, CaseIterable {
    case html, json, csv
  }

  let path: String
  let form: Form

  /// Completes "expected …" in an error.
  static let expected = "FILE,… ending in .html, .json or .csv, such as report.html,report.json"

  /// Parses names separated by commas; `nil` if one has another ending.
  static func list(_ text: String) -> [ReportFile]? {
    text.split(separator: ",", omittingEmptySubsequences: false).all { path in
      let form = Form.allCases.first { path.hasSuffix(".\($0.rawValue)") && path.count > $0.rawValue.count + 1 }
      return form.map { ReportFile(path: String(path), form: $0) }
    }
  }

  /// Finds out before a run whether the file can be written. Leaves no empty file, because a run may fail before there is a report.
  func check() throws(Problem) {
    // This creates no file in the place of another, so that the one removed is its own.
    if (try? FileSystem.createPrivate(path)) != nil {
      FileSystem.remove(path)
      return
    }
    do throws(SystemError) { _ = try Descriptor.open(path, for: .appending) } catch { throw problem(error) }
  }

  /// Replaces the file with a report in its form.
  func write(_ report: LoadReport) throws(Problem) {
    switch form {
    case .html: try write(Array(report.html.utf8))
    case .json: try write(report.jsonFile)
    case .csv: try write(Array(report.csv.utf8))
    }
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { try Descriptor.open(path, for: .replacing).write(bytes) } catch { throw problem(error) }
  }

  private func problem(_ error: SystemError) -> Problem {
    Problem(500, "cannot write the report", detail: "\(path): \(error.reason)")
  }
}

extension LoadReport {
  /// The file `NAME.csv`: a header and a line per interval, including the warm-up (RFC 4180, but with LF line ends for Unix tools).
  ///
  /// Latencies are nanoseconds. Cells of latencies are empty if no request ended in the interval, that of the intended rate in a closed
  /// loop. All cells are numbers, so nothing has to be quoted.
  var csv: String {
    var text =
      (Self.plainColumns + ["latency", "service"].flatMap { name in Self.latencyColumns.map { "\(name)_\($0)_ns" } })
      .joined(separator: ",") + "\n"
    for interval in intervals { text += Self.cells(interval).joined(separator: ",") + "\n" }
    return text
  }

  private static let plainColumns = ["start_s", "duration_s", "warm_up", "intended_rate", "sent", "done", "errors", "missed"]
  private static let latencyColumns = ["p50", "p90", "p95", "p99", "p99.9", "max", "mean"]

  private static func cells(_ interval: Interval) -> [String] {
    [
      Quantity.short(interval.start, digits: 6), Quantity.short(interval.duration, digits: 6), interval.isWarmUp ? "1" : "0",
      interval.intendedRate.map { Quantity.short($0, digits: 3) } ?? "", "\(interval.sent)", "\(interval.done)", "\(interval.errors)",
      "\(interval.missed)",
    ] + cells(interval.latency) + cells(interval.service)
  }

  private static func cells(_ latencies: LatencyDistribution) -> [String] {
    guard !latencies.isEmpty else { return latencyColumns.map { _ in "" } }
    return [0.5, 0.9, 0.95, 0.99, 0.999].map { "\(latencies.value(at: $0))" } + [
      "\(latencies.maximum)", Quantity.decimal(latencies.mean, digits: 0),
    ]
  }
}
