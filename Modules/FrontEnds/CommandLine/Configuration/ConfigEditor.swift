import Client
import Console
import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron config edit`: opens the file in the user's editor and checks the saved file.
struct ConfigEditor {
  let path: String
  let scope: ConfigScope
  let context: Context

  /// Returns `false` if the file is not valid and the user does not want to edit it again. Throws a 400 with the mistake if nobody can be
  /// asked.
  func run() async throws(Problem) -> Bool {
    while true {
      try open()
      guard let mistake = await mistake() else { return true }
      guard context.terminal.isInteractive else { throw mistake }
      let answers = English().answers
      context.output.write(
        "holocron: \(mistake.reason(in: English()))\nEdit the file again? \(answers.choices(defaultIsYes: true)) ", .note)
      guard let answer = context.readAnswer(), answer.isEmpty || answers.isYes(answer) else { return false }
    }
  }

  private func open() throws(Problem) {
    let editor = context.environment["VISUAL"] ?? context.environment["EDITOR"] ?? "vi"
    // The variable may have arguments, such as "code --wait". Ctrl-C and Ctrl-\ are keys of the editor: neither this process nor the shell
    // ends because of them. A trap, unlike a signal that is ignored, is not inherited.
    let spawn = Spawn("/bin/sh", ["-c", "trap : INT QUIT; \(editor) \"$1\"", editor, path])
    let ending = context.deadline.pause { Signal.ignoring([.interrupt, .quit]) { (try? spawn.start())?.wait() } }
    guard ending == .exited(0) else {
      throw Problem(
        500, "the editor failed", detail: "the editor '\(editor.shortened)' failed; set VISUAL or EDITOR to another one")
    }
  }

  /// Checks the file with the rules of all programs that read it.
  private func mistake() async -> Problem? {
    do throws(Problem) {
      let bytes: [UInt8]
      do { bytes = try RegularFile.read(path, upTo: ConfigurationDocument.maxSize) } catch {
        throw .unreadableConfiguration(path, error)
      }
      let whole = try ConfigurationFile(bytes, at: path)
      let (file, ignored) = scope == .project ? whole.asProjectFile : (whole, [])
      for notice in ignored { context.warn("\(notice)".printable) }
      let preferences = try Preferences(files: ConfigurationFiles([file]))
      if let warning = preferences.warning { throw warning }
      _ = try KeyMap(overriding: preferences.keys.value, source: preferences.keys.source)
      // Services do not read the files of projects.
      guard scope != .project else { return nil }
      for program in KnownSettings.programs { try await context.launcher.checkSettings(of: program) }
      if let unknown = DoctorChecks.unknownSections(of: file) { context.warn(unknown.message) }
      return nil
    } catch { return error }
  }
}
