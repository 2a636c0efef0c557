import CZeroMQ
import Console
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// `holocron version`: prints the version.
struct VersionCommand: Command {
  let name = "version"
  let group = CommandGroup.about
  let summary = "Print the version"
  let examples = [Example("holocron version --json", "as JSON")]

  /// The version of the loaded libzmq.
  static var zeromq: (major: Int, minor: Int, patch: Int) {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    zmq_version(&major, &minor, &patch)
    return (Int(major), Int(minor), Int(patch))
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let zeromq = Self.zeromq
    let library = "\(zeromq.major).\(zeromq.minor).\(zeromq.patch)"
    if context.isFormatChosen {
      context.show(
        ReportDocument(
          [.facts([Fact("holocron", StyledText(Version.number)), Fact("libzmq", StyledText(library))])],
          json: ["holocron": .string(Version.number), "libzmq": .string(library)]))
    } else {
      context.print("holocron \(Version.number) (libzmq \(library))\n")
    }
    return .success
  }
}
