import Explorer
import Localization
import Models
import Text

extension DoctorChecks {
  /// The sections of the configuration file that a program reads. Every program checks its own sections and skips the others, so that only this
  /// check finds a section that none reads.
  static let configurationSections = [
    "broker", "bus", "cache", "drain", "events", "explorer", "fetch", "lifeline", "log", "node", "origin", "search", "supervisor", "worker",
    "workers-endpoint",
  ]

  /// Warns about sections of the file that no program reads; `nil` if there are none.
  static func unknownSections(of file: ConfigurationFile) -> Finding? {
    let unknown = file.sections.filter { !configurationSections.contains($0) }
    guard let first = unknown.first else { return nil }
    let similar = suggestions(for: first, among: configurationSections).first
    return Finding(
      "Configuration", .warn,
      "\(file.path): no program reads \(unknown.count == 1 ? "the section" : "the sections") \(unknown.map(\.quoted).joined(separator: ", "))",
      remedy: similar.map { "rename \(first.quoted) to '\($0)', or remove it" } ?? "remove \(unknown.count == 1 ? "it" : "them")")
  }
}
