import Localization
import OrderedJSON
import Presentation
import Text

/// The result of one check of `holocron doctor`.
struct Finding: Sendable, Hashable {
  enum State: String, Sendable {
    case pass, warn, fail

    var role: Role {
      switch self {
      case .pass: .good
      case .warn: .caution
      case .fail: .bad
      }
    }
  }

  let subject: String
  let state: State
  let message: String
  /// The suggested fix; `nil` if none is needed.
  let remedy: String?

  init(_ subject: String, _ state: State, _ message: String, remedy: String? = nil) {
    self.subject = subject
    self.state = state
    self.message = message
    self.remedy = remedy
  }
}

/// The findings of all checks, with a verdict.
///
/// As JSON and CSV, scripts may compare `check` and `state`; `message` and `remedy` are sentences, and may change.
struct FindingsReport: Sendable {
  let findings: [Finding]

  var document: ReportDocument {
    let values = findings.map { finding in
      var value = StyledText(finding.state.rawValue, finding.state.role)
      value += StyledText("  \(finding.message.printable)")
      if let remedy = finding.remedy { value += StyledText(" → \(remedy.printable)", .muted) }
      return LabeledValue(finding.subject, value)
    }
    let rows = findings.map { finding -> (json: JSON, cells: [StyledText]) in
      let remedy = finding.remedy.map { JSON.string($0.printable) } ?? .null
      return (
        [
          "check": .string(finding.subject), "state": .string(finding.state.rawValue), "message": .string(finding.message.printable),
          "remedy": remedy,
        ], []
      )
    }
    let report = ReportDocument(["check", "state", "message", "remedy"], [], rows: rows)
    return ReportDocument([.values(values), .prose([verdict])], json: report.json, sheet: report.sheet)
  }

  private var verdict: String {
    let fails = findings.count { $0.state == .fail }
    let warnings = findings.count { $0.state == .warn }
    guard fails == 0 else { return fails == 1 ? "1 check failed." : "\(fails) checks failed." }
    return warnings == 0 ? "No problems found." : "No failures, \(Figures.counted(warnings, "warning", "warnings"))."
  }
}
