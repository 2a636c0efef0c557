import Glibc
import Launch
import MessageBus

/// A URL that is safe to pass to a browser: http or https, printable ASCII without spaces.
struct WebAddress: Sendable, Hashable {
  let text: String

  /// Returns `nil` unless `text` is a plain URL of at most 2,048 bytes. Origins are not trusted.
  init?(_ text: String) {
    guard text.utf8.count <= 2_048, ["http://", "https://"].contains(where: text.lowercased().hasPrefix),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }
}

/// The browser commands to try, in order.
struct Browser: Sendable, Hashable {
  /// The words of each command. `%s` is replaced by the URL; without `%s`, the URL is appended.
  let commands: [[String]]

  /// Returns the commands in `BROWSER`, separated by colons, or else `xdg-open` in a graphical session; `nil` otherwise.
  static func fromEnvironment(_ environment: Environment) -> Browser? {
    let commands = (environment["BROWSER"] ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }.filter {
      !$0.isEmpty
    }
    if !commands.isEmpty { return Browser(commands: commands) }
    let isGraphical = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    return isGraphical ? Browser(commands: [["xdg-open"]]) : nil
  }

  /// Returns the words of `command` with the URL inserted. They are not passed through a shell.
  static func commandLine(_ command: [String], _ address: WebAddress) -> [String] {
    command.contains { $0.contains("%s") } ? command.map { $0.replacing("%s", with: address.text) } : command + [address.text]
  }

  /// Runs the first command that can be started and waits for it to end, because it may use the terminal.
  func open(_ address: WebAddress, with executables: Executables) throws(Problem) {
    for command in commands {
      let words = Self.commandLine(command, address)
      guard let path = words[0].contains("/") ? words[0] : executables.find(words[0]),
        let process = Spawn(executable: path, arguments: Array(words.dropFirst())).start()
      else { continue }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      guard status != 0 else { return }
      throw Problem(
        500, "the browser failed", detail: "\(words[0]) exited with status \((status >> 8) & 0xFF); set BROWSER, or use --print")
    }
    let names = commands.map { $0[0] }.joined(separator: " and ")
    throw Problem(500, "no browser found", detail: "cannot start \(names); set BROWSER, or use --print")
  }
}
