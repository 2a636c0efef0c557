public import Contracts
public import MessageBus
import OrderedJSON
public import Platform

/// Finds the other Holocron programs: next to this executable, then on PATH.
public struct Executables: Sendable {
  /// Absolute paths in search order.
  public let folders: [String]

  public init(folders: [String]) { self.folders = folders }

  public init(environment: Environment) {
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    folders = [RunningProgram.own?.folder].compactMap(\.self) + path.filter { $0.hasPrefix("/") }
  }

  /// Returns the path of the executable `name`; `nil` if no folder contains it.
  public func find(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first(where: FileSystem.isExecutable)
  }

  /// Returns the commands that `holocron-NAME` programs add, sorted and without duplicates.
  public func commandNames() -> [String] {
    var commands: Set<String> = []
    for name in folders.flatMap(Folder.names(in:)) where name.hasPrefix("holocron-") {
      let command = String(name.dropFirst("holocron-".count))
      if Self.isCommandName(command), find(name) != nil { commands.insert(command) }
    }
    return commands.sorted()
  }

  /// Whether `word` consists of lowercase letters, digits and inner dashes, at most 64 bytes. Such a name cannot lead out of a folder.
  public static func isCommandName(_ word: String) -> Bool { word.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,63}/) != nil }

  /// Replaces this process with the program at `path`. Returns the problem if that fails.
  public static func exec(_ path: String, _ arguments: [String]) -> Problem {
    Problem(500, "cannot start a program", detail: "\(path): \(OwnProcess.replace(with: path, arguments).reason)")
  }
}

/// Creates folders of front-ends.
public enum Folders {
  /// Creates `path` and missing parent folders, accessible to this user only. Throws a problem that names the folder, or the file in its
  /// place or in place of a parent.
  public static func make(_ path: String) throws(Problem) {
    do { try Folder.create(path) } catch {
      let folder = error.path ?? path
      throw Problem(
        500, "a folder cannot be created",
        detail: error.number == .notAFolder
          ? "\(FileSystem.closestExisting(folder)) is not a folder; move or remove it" : "cannot create \(folder): \(error.reason)")
    }
  }
}

/// The browser commands to try, in order.
public struct Browser: Sendable, Hashable {
  /// The words of each command. `%s` is replaced by the URL; without `%s`, the URL is appended.
  public let commands: [[String]]

  /// Returns the commands in `BROWSER`, separated by colons, or else those of the graphical session; `nil` without both.
  public static func fromEnvironment(_ environment: Environment) -> Browser? {
    let commands = (environment["BROWSER"] ?? "").split(separator: ":").map { $0.split(separator: " ").map(String.init) }
    let named = commands.filter { !$0.isEmpty }
    return named.isEmpty ? ofGraphicalSession(environment) : Browser(commands: named)
  }

  /// Returns `xdg-open`; `nil` without a graphical session. Such a browser does not use the terminal.
  public static func ofGraphicalSession(_ environment: Environment) -> Browser? {
    (environment["DISPLAY"] ?? environment["WAYLAND_DISPLAY"]) == nil ? nil : Browser(commands: [["xdg-open"]])
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
    let ending: String
    switch process.wait() {
    case .exited(0): return
    case .exited(let code): ending = "exited with status \(code)"
    case .signaled(let signal): ending = "was ended by signal \(signal.rawValue)"
    }
    throw Problem(500, "the browser failed", detail: "\(name) \(ending); set BROWSER, or use --print")
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

/// Where an endpoint of the bus comes from: an option, a variable, or a setting in a file.
public struct EndpointSource: Sendable {
  public let name: String
  /// The configuration file with the setting `name`.
  public var file: String?
  fileprivate var text = ""
}

extension BusAddress {
  /// Throws a 400 that names the folder of the socket if it does not exist. The runtime folder is created on demand.
  public func checkFolder() throws(Problem) {
    guard !isInRuntimeFolder, let slash = requests.address.lastIndex(of: "/") else { return }
    let folder = String(requests.address[..<slash])
    guard !folder.isEmpty, !FileSystem.exists(folder) else { return }
    throw Problem.badRequest("--bus", "--bus: the folder \(folder) does not exist; create it, or correct the path")
  }

  private static let (ofBus, ofEvents, ofKey) = ("HOLOCRON_BUS", "HOLOCRON_EVENTS", "HOLOCRON_KEY")
  /// The variables of the bus, and the members of configuration files that mean the same.
  private static let members = [(variable: ofBus, member: "bus"), (variable: ofEvents, member: "events"), (variable: ofKey, member: "key")]

  /// Creates the address from `bus`, the value of `--bus`, or else from the environment, or else from the configuration files. Throws a 400 that
  /// names the source of the invalid endpoint or key, with the member and the file as `source`.
  public init(bus: String?, environment: Environment) throws(Problem) {
    let sources = try Self.sources(bus, environment)
    let variables = environment.only(["XDG_RUNTIME_DIR"]).merging(sources.mapValues(\.text)) { $1 }
    do { try self.init(environment: variables) } catch {
      let invalid = [Self.ofBus, Self.ofEvents].lazy.compactMap { sources[$0] }.first { source in
        (try? BusAddress.endpoints(source.text)) == nil
      }
      let key = sources[Self.ofKey].flatMap { (try? KeyFile($0.text)) == nil ? $0 : nil }
      // Without an endpoint for requests, the address is derived from the runtime folder.
      let source = key ?? invalid ?? sources[Self.ofBus] ?? EndpointSource(name: "XDG_RUNTIME_DIR")
      let name = source.file.map { "'\(source.name)' in \($0)" } ?? source.name
      var problem = Problem.badRequest(name, "\(name): \(error.message)")
      if let file = source.file { problem.extensions["source"] = ["setting": .string(source.name), "file": .string(file)] }
      throw problem
    }
  }

  /// Returns the source of the endpoint for requests: `--bus`, a variable, or the setting `bus` in a file, or that of a key whose file names an
  /// endpoint. `nil` if the standard one applies.
  public static func source(bus option: String?, environment: Environment) -> EndpointSource? {
    // The option and the variable count also if a configuration file is invalid.
    if let name = option != nil ? "--bus" : environment[ofBus] != nil ? ofBus : nil { return EndpointSource(name: name) }
    guard let sources = try? sources(nil, environment) else { return nil }
    return sources[ofBus] ?? sources[ofKey].flatMap { (try? KeyFile($0.text))?.bus == nil ? nil : $0 }
  }

  /// Returns the endpoints and the key that are set, by variable. An events endpoint of another source than the one of the bus belongs to another
  /// bus.
  private static func sources(_ option: String?, _ environment: Environment) throws(Problem) -> [String: EndpointSource] {
    var sources: [String: EndpointSource] = [:]
    for (variable, _) in members { sources[variable] = environment[variable].map { EndpointSource(name: variable, text: $0) } }
    var isBusChosen = false
    if let option {
      (sources[ofBus], sources[ofEvents], isBusChosen) = (EndpointSource(name: "--bus", text: option), nil, true)
      // Only tcp needs a key.
      if !option.hasPrefix("tcp:") { return sources.filter { $0.key == ofBus } }
    }
    guard sources.count < members.count else { return sources }
    let documents: [ConfigurationDocument]
    do { documents = try ConfigurationDocument.readAll(environment["HOLOCRON_CONFIG"], environment: environment) } catch {
      throw .badRequest("configuration", error.description)
    }
    for document in documents {
      for (variable, member) in members where sources[variable] == nil && !(isBusChosen && variable == ofEvents) {
        let value = document.members[member]
        let text = value?.string ?? value?.array?.compactMap(\.string).joined(separator: " ")
        sources[variable] = text.map { EndpointSource(name: member, file: document.path, text: $0) }
      }
      isBusChosen = isBusChosen || sources[ofBus]?.file != nil
    }
    return sources
  }
}
