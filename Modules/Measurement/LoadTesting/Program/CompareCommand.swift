import Console
import MessageBus
import Platform
import Presentation
import Text

/// `holocron-load compare OLD.json NEW.json`: says what changed between two runs.
enum CompareCommand {
  static let name = "compare"

  static let maxRegress = Option<[RegressionLimit]>(
    "max-regress", "LIMITS",
    "Exit with 7 if a figure became worse by more than this: p99=10%,rate=5%", expected: RegressionLimit.expected,
    read: RegressionLimit.list)

  static let options = [maxRegress.definition, LoadOptions.help.definition]

  static func run(_ words: some Sequence<String>) throws(Problem) -> ExitCode {
    let arguments = try Arguments(words, options: options)
    if arguments[LoadOptions.help] {
      StandardOutput.write(HelpPage.text(on: .standardOutput))
      return .success
    }
    let files = arguments.operands
    guard files.count == 2 else {
      throw .usage("compare needs two reports, such as: holocron-load compare old.json new.json --max-regress p99=10%", field: name)
    }
    let limits = Array(arguments[all: maxRegress].joined())
    let comparison = Comparison(try read(files[0]), try read(files[1]), names: (files[0], files[1]), limits: limits)
    StandardOutput.write(comparison.text(isStyled: Surface.standardOutput.painter.usesColor))
    if comparison.isRegression { return .thresholdCrossed }
    // A script must be able to tell a limit that could not be judged from one that was kept.
    return comparison.isUnclear ? .failure : .success
  }

  private static func read(_ path: String) throws(Problem) -> LoadReport {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, upTo: LoadReport.maximumBytes) } catch {
      throw .usage("cannot read \(path): \(error.reason)", field: path)
    }
    do throws(Problem) { return try LoadReport(parsing: bytes) } catch {
      throw .usage("\(path): \(error.detail ?? error.title)", field: path)
    }
  }
}
