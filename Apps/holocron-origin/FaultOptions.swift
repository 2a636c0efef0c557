import Hosting
import Origin

/// The options of `holocron-origin` for faults.
enum FaultOptions {
  static let faults = Setting(
    "origin.fault", .text("rules such as 'status 503 rate 0.3', one a line", valueName: "rule"), default: "", defaultText: "none",
    repetition: "\n", "Apply a fault to the requests that a rule selects, such as 'status 503 rate 0.3'; may be repeated")
  static let script = Setting(
    "origin.script", .text("a file", valueName: "file"), default: "", defaultText: "none", "Read rules from this file, one a line")
  static let seed = Setting("origin.seed", .integer(0 ... .max), default: 1, "Choose other random faults; the same seed repeats them")
  static let adminPort = Setting(
    "origin.admin-port", SettingSyntax<Int>.integer(0...65_535, valueName: "port").optional, default: nil, defaultText: "none",
    "List and change the rules at http://127.0.0.1:PORT/rules; 0 = any free port")

  static let all = SettingsGroup([faults, script, seed, adminPort], check: { reader throws(HostError) in _ = try control(reader) })

  /// Returns the rules at the start: those of options, then those of the script.
  static func control(_ reader: SettingsReader) throws(HostError) -> FaultControl {
    let (given, path) = (try reader.value(faults), try reader.value(script))
    let seed = UInt64(try reader.value(Self.seed))
    do throws(OriginServerError) {
      var rules = try FaultScript.rules(in: given, name: reader.source(of: faults) ?? "--fault")
      if !path.isEmpty { rules += try FaultScript.rules(ofFile: path) }
      return try FaultControl(rules: rules, seed: seed)
    } catch { throw HostError(error) }
  }
}

extension HostError {
  /// An error of the origin server as an error of the process.
  init(_ error: OriginServerError) {
    let code: HostErrorCode =
      switch error.code {
      case .invalidAddress, .invalidRule, .invalidURL: .usage
      default: .unavailable
      }
    self.init(code, error.message, cause: error)
  }
}
