public import Contracts
public import MessageBus
public import Platform

/// The browser commands to try, in order.
public struct Browser: Sendable, Hashable {
  /// The words of each command. `%s` is replaced by the URL; without `%s`, the URL is appended.
  public let commands: [[String]]

  /// Returns the commands in `BROWSER`, separated by colons, or else those of the graphical session; `nil` without both.
  public static func fromEnvironment(_ environment: Environment) -> Browser? {
    let commands = (environment["BROWSER"] ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }.filter {
      !$0.isEmpty
    }
    return commands.isEmpty ? ofGraphicalSession(environment) : Browser(commands: commands)
  }

  /// Returns `xdg-open`; `nil` without a graphical session. Such a browser does not use the terminal.
  public static func ofGraphicalSession(_ environment: Environment) -> Browser? {
    let isGraphical = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
    return isGraphical ? Browser(commands: [["xdg-open"]]) : nil
  }

  /// Returns the words of `command` with the URL inserted. They are not passed through a shell.
  public static func commandLine(_ command: [String], _ address: WebAddress) -> [String] {
    command.contains { $0.contains("%s") } ? command.map { $0.replacing("%s", with: address.text) } : command + [address.text]
  }

  /// Runs the first command that can be started and waits for it to end, because it may use the terminal.
  public func open(_ address: WebAddress, with executables: Executables) throws(Problem) {
    guard let (name, process) = start(address, with: executables, isDetached: false) else {
      let names = commands.map { $0[0] }.joined(separator: " and ")
      throw Problem(500, "no browser found", detail: "cannot start \(names); set BROWSER, or use --print")
    }
    let ending =
      switch process.wait() {
      case .exited(0): ""
      case .exited(let code): "exited with status \(code)"
      case .signaled(let signal): "was ended by signal \(signal.rawValue)"
      }
    guard ending.isEmpty else {
      throw Problem(500, "the browser failed", detail: "\(name) \(ending); set BROWSER, or use --print")
    }
  }

  /// Starts the first command that can be started, in a session of its own, and does not wait. Returns `false` if there is none.
  public func launch(_ address: WebAddress, with executables: Executables) -> Bool {
    guard let (_, process) = start(address, with: executables, isDetached: true) else { return false }
    process.reapInBackground()
    return true
  }

  private func start(_ address: WebAddress, with executables: Executables, isDetached: Bool) -> (name: String, process: SpawnedProcess)? {
    for command in commands {
      let words = Self.commandLine(command, address)
      guard let path = words[0].contains("/") ? words[0] : executables.find(words[0]) else { continue }
      var program = Spawn(path, Array(words.dropFirst()))
      program.isDetached = isDetached
      if isDetached { (program.input, program.output) = (.none, .none) }
      if let process = try? program.start() { return (words[0], process) }
    }
    return nil
  }
}
