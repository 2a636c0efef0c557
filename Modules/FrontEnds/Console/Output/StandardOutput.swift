import Contracts
public import Localization
public import MessageBus
public import Platform
public import Presentation
public import Text

/// Writes to standard output and standard error. All text of a front-end goes through here, as ``SafeText``.
public enum StandardOutput {
  /// Writes all of `text`, unbuffered. If standard output cannot be written, ends the process: silently with the exit code of SIGPIPE if the
  /// reader has closed the pipe, otherwise with a message and exit code 1. Errors on other streams are ignored.
  public static func write(_ text: SafeText, to stream: StandardStream = .output) {
    guard let failure = stream.write(text.text), stream == .output else { return }
    if failure == .brokenPipe { OwnProcess.exitAtOnce(Signal.brokenPipe.exitCode) }
    // The output is incomplete, for example because of a full disk, and scripts must notice.
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "holocron"
    write("\(program.description): cannot write to standard output: \(failure)\n", to: .error)
    OwnProcess.exitAtOnce(ExitCode.failure.number)
  }

  /// Ends the process as ``write(_:to:)`` does if the reader of standard output has closed the pipe: a command that has nothing to write for a
  /// long time would not notice.
  public static func endIfClosed() {
    let stream = StandardStream.output.descriptor
    if Polling.wait(for: [stream], within: .zero).contains(where: { $0.contains(.closed) }) {
      OwnProcess.exitAtOnce(Signal.brokenPipe.exitCode)
    }
  }
}

extension Problem {
  /// Returns the text of the problem on standard error, which begins with the name of the program, or one JSON document. `bus` is the value of
  /// `--bus`, for advice. The title, the advice and common details are in `language`, other details in English.
  public func report(
    by program: String, asJSON: Bool = false, on surface: Surface, bus: String? = nil, in language: any Language = English()
  ) -> SafeText {
    if asJSON { return SafeText(json, on: surface) }
    // For most problems the title alone is too vague; for some the detail alone is.
    let sentence = (type == ProblemType.badRequest ? detail(in: language) : nil) ?? sentence(in: language)
    let lines: [SafeText] =
      ["\(surface.painter.paint("\(program): ", .bad))\(sentence)"] + advice(bus: bus, in: language).map { "  \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }
}
