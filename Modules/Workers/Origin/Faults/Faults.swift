/// Registry of the faults.
public enum Faults {
  static let all: [any Fault.Type] = [
    LatencyFault.self, BandwidthFault.self, DripFault.self, StatusFault.self, ThrottleFault.self, TruncateFault.self, MalformedFault.self,
    ContentTypeFault.self, ResetFault.self, CloseFault.self, HangFault.self, RedirectFault.self, NextFault.self, HugeFault.self,
    HostileFault.self, ClockFault.self,
  ]

  static var names: String { all.map { $0.name }.joined(separator: ", ") }

  static func named(_ name: some StringProtocol) -> (any Fault.Type)? { all.first { $0.name == name } }

  /// The usage of each fault, and what it does, in lines of at most 76 characters.
  public static var help: String {
    all.map { "  \($0.usage)\n" + wrapped($0.summary).map { "      \($0)" }.joined(separator: "\n") }.joined(separator: "\n")
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + word.count < 70 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
