import Console
import Contracts
import MessageBus
import Platform
import Presentation
import Text

/// The entry point of `holocron-load`.
public enum LoadProgram {
  public static let name = "holocron-load"

  /// Runs the command line and ends the process with its exit code.
  public static func run(_ words: [String]) async -> Never {
    // A closed pipe is an error of the write, not the end of the process.
    Signal.brokenPipe.ignore()
    do throws(Problem) {
      let code = try await exitCode(words)
      // All output is written unbuffered, so there is no need to wait for the threads of the bus.
      OwnProcess.exitAtOnce(code)
    } catch {
      let problem = error.advising(help: "\(name) --help")
      let bus = Arguments.values(of: SharedOptions.bus, in: words).last
      // Looked up in the words, since the command line may be invalid as a whole.
      let asJSON = words.prefix { $0 != "--" }.contains("--\(LoadOptions.json.definition.name)")
      StandardOutput.write(problem.report(by: name, asJSON: asJSON, on: .standardError, bus: bus), to: .error)
      OwnProcess.exitAtOnce(error.exitCode.number)
    }
  }

  private static func exitCode(_ words: [String]) async throws(Problem) -> Int32 {
    if words.first == CompareCommand.name { return try CompareCommand.run(words.dropFirst()).number }
    let arguments = try Arguments(words, options: LoadOptions.all)
    if arguments[LoadOptions.help] || words.isEmpty {
      StandardOutput.write(HelpPage.text(on: .standardOutput))
      return (words.isEmpty ? ExitCode.usage : .success).number
    }
    if arguments[LoadOptions.version] {
      StandardOutput.write("\(Version.line(of: name))\n")
      return ExitCode.success.number
    }
    var plan = try LoadPlan(arguments)
    // Before signals are caught: nothing is lost if a pipe never ends and the user gives up.
    if let file = plan.keyFile { plan.fileKeys = try KeyFile.read(file) }
    let address = try (plan.target.usesBus ? BusAddress(bus: arguments[SharedOptions.bus], environment: .process) : nil)
    if let address { try await startBus(address, arguments) }
    let session = LoadSession(
      plan: plan, words: words, address: address, isQuiet: arguments[LoadOptions.quiet], printsJSON: arguments[LoadOptions.json])
    return try await session.run()
  }

  /// Starts a node if nothing is running and it may, as every front-end does.
  private static func startBus(_ address: BusAddress, _ arguments: Arguments) async throws(Problem) {
    let launcher = Launcher(
      environment: .process, executables: Executables(environment: .process), address: address, timeout: .seconds(15),
      note: { StandardOutput.write("\($0)\n", to: .error) })
    do throws(Problem) { try await launcher.checkBus() } catch {
      guard error.type == ProblemType.noBus else { throw error }
      // A supervisor that has lost its broker is about to restart it.
      let mayStart = !arguments[SharedOptions.noAutostart]
      guard let start = launcher.starter(bus: arguments[SharedOptions.bus], mayStart: mayStart) else { throw error }
      try await start(address)
    }
  }
}

extension Surface {
  static var standardOutput: Surface { Surface(.output) }
  static var standardError: Surface { Surface(.error) }

  private init(_ stream: StandardStream) {
    let isTerminal = stream.isTerminal
    self.init(
      isTerminal: isTerminal, columns: isTerminal ? stream.terminalSize?.columns ?? 80 : nil,
      painter: Painter(usesColor: ColorChoice.auto.usesColor(isTerminal: isTerminal) { Environment.process[$0] }))
  }
}
