import Localization
import OrderedJSON
import Presentation
import TerminalText

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
  /// The suggested fix; empty if none is needed.
  let remedy: String

  init(_ subject: String, _ state: State, _ message: String, remedy: String = "") {
    self.subject = subject
    self.state = state
    self.message = message
    self.remedy = remedy
  }
}

/// The findings of all checks, with a verdict.
struct FindingsReport: Sendable {
  let findings: [Finding]
  var language: any Language = English()

  var document: ReportDocument {
    let values = findings.map { finding in
      var value = StyledText(finding.state.rawValue, finding.state.role) + StyledText("  \(finding.message.printable)")
      if !finding.remedy.isEmpty { value += StyledText(" → \(finding.remedy)", .muted) }
      return LabeledValue(finding.subject, value)
    }
    return ReportDocument([.values(values), .prose([verdict])], json: .array(findings.map(Self.json)))
  }

  private var verdict: String {
    let fails = findings.count { $0.state == .fail }
    let warnings = findings.count { $0.state == .warn }
    return language.say(.checks(failed: fails, warnings: warnings))
  }

  private static func json(_ finding: Finding) -> JSON {
    [
      "check": .string(finding.subject), "state": .string(finding.state.rawValue), "message": .string(finding.message),
      "remedy": finding.remedy.isEmpty ? .null : .string(finding.remedy),
    ]
  }
}
