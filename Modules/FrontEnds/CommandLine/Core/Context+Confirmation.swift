import Client
import Console
import Localization
import MessageBus
import Platform
import Presentation
import Text

extension Context {
  /// Asks for confirmation to remove everything, as ``isConfirmed(_:)`` does. Throws a 400 without a terminal: a script must give
  /// `--yes`.
  func isConfirmed(_ question: Phrase, removingAll command: String) throws(Problem) -> Bool {
    guard terminal.isInteractive else {
      throw .usage("\(command) needs --yes, because there is no terminal to ask for confirmation", field: "--yes")
    }
    return isConfirmed(question)
  }

  /// Asks whether to remove something. Returns `true` without asking if the terminal is not interactive. Writes a note if the answer is no.
  func isConfirmed(_ question: Phrase) -> Bool {
    guard terminal.isInteractive else { return true }
    let language = language
    // Ctrl-C ends the process behind the question; the shell's prompt belongs on a line of its own.
    if terminal.output.isTerminal { TerminalRestoration.arm(nil, sequence: "\n") }
    defer { TerminalRestoration.disarm() }
    output.write("\(language.say(question)) \(language.answers.choices()) ", .note)
    // A terminal returns one line at a time (termios(3)), and nothing after Ctrl-D.
    let line = deadline.pause { readInput() }
    let answer = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard language.answers.isYes(answer) else {
      note(language.say(.nothingRemoved))
      return false
    }
    return true
  }
}
