import Glibc
import Launch
import MessageBus

/// An address that may be given to a browser: http or https, and nothing that ends a line or a word.
struct WebAddress: Sendable, Hashable {
  let text: String

  /// Origins are foreign: whatever is not plainly an address is none.
  init?(_ text: String) {
    guard text.utf8.count <= 2_048, ["http://", "https://"].contains(where: text.lowercased().hasPrefix),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }
}

/// The programs that may show a page, the first to try first.
struct Browser: Sendable, Hashable {
  /// Each the words of a command; `%s` stands for the address, which comes last where it does not.
  let commands: [[String]]

  /// `BROWSER`, a list separated by colons, else `xdg-open` where there is a graphical session. `nil` where nothing could be opened.
  static func chosen(_ environment: Environment) -> Browser? {
    let commands = (environment["BROWSER"] ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }.filter {
      !$0.isEmpty
    }
    if !commands.isEmpty { return Browser(commands: commands) }
    let isGraphical = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    return isGraphical ? Browser(commands: [["xdg-open"]]) : nil
  }

  /// The words of `command` with the address in its place. No shell reads them.
  static func words(_ command: [String], _ address: WebAddress) -> [String] {
    command.contains { $0.contains("%s") } ? command.map { $0.replacing("%s", with: address.text) } : command + [address.text]
  }

  /// Starts the first of the programs that there is, and waits for it: it may be one for the terminal.
  func open(_ address: WebAddress, with executables: Executables) throws(Problem) {
    for command in commands {
      let words = Self.words(command, address)
      guard let path = words[0].contains("/") ? words[0] : executables.find(words[0]),
        let process = Spawn(executable: path, arguments: Array(words.dropFirst())).start()
      else { continue }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      guard status != 0 else { return }
      throw Problem(500, "the browser failed", detail: "\(words[0]) ended with status \((status >> 8) & 0xFF): set BROWSER, or use --print")
    }
    let names = commands.map { $0[0] }.joined(separator: " and ")
    throw Problem(500, "there is no browser", detail: "\(names) cannot be started: set BROWSER, or use --print")
  }
}
