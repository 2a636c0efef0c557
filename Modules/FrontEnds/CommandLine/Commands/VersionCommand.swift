import Console
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron version`: prints the version.
struct VersionCommand: Command {
  let name = "version"
  let group = CommandGroup.about
  let summary = "Print the version"
  let examples = [Example("holocron version --json", "as JSON, with the versions of libzmq and Swift")]
  let needsBus = false
  /// Whether a line of text names libzmq, which `holocron --version` leaves out: all programs print that line in the same form.
  var namesLibraries = true

  /// The version of Swift's standard library, which is that of the toolchain, without the patch: `6.3`.
  private static var swift: String { "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: ".") }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let zeromq = ZMQ.version
    let library = "\(zeromq.major).\(zeromq.minor).\(zeromq.patch)"
    if context.isFormatChosen {
      // `holocron` is an older name of `version`.
      context.show(
        [LabeledValue("holocron", Version.number), LabeledValue("libzmq", library), LabeledValue("Swift", Self.swift)],
        json: [
          "name": "holocron", "version": .string(Version.number), "holocron": .string(Version.number), "libzmq": .string(library),
          "swift": .string(Self.swift),
        ])
    } else {
      context.print("\(Version.line(of: "holocron"))\(namesLibraries ? " (libzmq \(library))" : "")\n")
    }
    return .success
  }
}
