import Localization
import OrderedJSON
import Presentation
import TerminalText

/// The result of one check of `holocron doctor`.
struct Finding: Sendable, Hashable {
  enum State: String, Sendable {
    case pass, warn, fail

    /// The state in the words of a language.
    var phrase: CheckStatePhrase {
      switch self {
      case .pass: .pass
      case .warn: .warn
      case .fail: .fail
      }
    }

    var role: Role {
      switch self {
      case .pass: .good
      case .warn: .caution
      case .fail: .bad
      }
    }
  }

  let subject: CheckPhrase
  let state: State
  let message: DoctorPhrase
  /// The suggested fix; `nil` if none is needed.
  let remedy: RemedyPhrase?

  init(_ subject: CheckPhrase, _ state: State, _ message: DoctorPhrase, remedy: RemedyPhrase? = nil) {
    self.subject = subject
    self.state = state
    self.message = message
    self.remedy = remedy
  }
}

/// The findings of all checks, with a verdict.
///
/// For people, all texts are in ``language``, except those of other programs, paths and versions. As JSON and CSV, `check`, `state`, `message` and
/// `remedy` are in English, whatever the language: scripts may compare `check` and `state`; the other two are sentences, and may change.
struct FindingsReport: Sendable {
  let findings: [Finding]
  var language: any Language = English()

  var document: ReportDocument {
    let values = findings.map { finding in
      var value = StyledText(language.say(finding.state.phrase), finding.state.role)
      value += StyledText("  \(language.say(finding.message).printable)")
      if let remedy = finding.remedy { value += StyledText(" → \(language.say(remedy).printable)", .muted) }
      return LabeledValue(language.name(of: finding.subject), value)
    }
    let objects = findings.map(Self.json)
    // The members are texts, and null without a remedy.
    let sheet = Sheet(header: Self.members, rows: objects.map { object in Self.members.map { object[$0]?.string ?? "" } })
    return ReportDocument([.values(values), .prose([verdict])], json: .array(objects), sheet: sheet)
  }

  private var verdict: String {
    let fails = findings.count { $0.state == .fail }
    let warnings = findings.count { $0.state == .warn }
    return language.say(.checks(failed: fails, warnings: warnings))
  }

  /// The members of a finding as JSON, and the columns of the sheet.
  private static let members = ["check", "state", "message", "remedy"]

  private static func json(_ finding: Finding) -> JSON {
    let english = English()
    return [
      "check": .string(english.name(of: finding.subject)), "state": .string(finding.state.rawValue),
      "message": .string(english.say(finding.message).printable),
      "remedy": finding.remedy.map { .string(english.say($0).printable) } ?? .null,
    ]
  }
}
