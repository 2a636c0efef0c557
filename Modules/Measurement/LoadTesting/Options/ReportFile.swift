import MessageBus
import Platform

/// A file for a report. Its name says which form it has.
struct ReportFile: Sendable, Hashable {
  enum Form: String, Sendable, CaseIterable {
    case html, json, csv, hgrm
  }

  let path: String
  let form: Form

  /// Completes "expected …" in an error.
  static let expected = "FILE,… ending in .html, .json, .csv or .hgrm, such as report.html,report.json"

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
    case .hgrm: try write(Array(report.latency.hgrm.utf8))
    }
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { try Descriptor.open(path, for: .replacing).write(bytes) } catch { throw problem(error) }
  }

  private func problem(_ error: SystemError) -> Problem {
    Problem(500, "cannot write the report", detail: "\(path): \(error.reason)")
  }
}
