import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron keys new|list|revoke|export`: the keys that the broker of this host takes over tcp.
struct KeysCommand: Command {
  let name = "keys"
  let summary = "Make, list, revoke or export the keys of other hosts"
  let usage = ["new NAME --role ROLE", "list", "revoke NAME [--yes]", "export NAME [FILE]"]
  let details = [
    "Over tcp, a broker accepts only peers with a key that is authorised on its host, and the role of the key says what they may do: a front-end "
      + "sends requests and receives events, an observer only receives events and statistics, a worker may also register and publish, an admin may also purge "
      + "and copy the cache. Run the command where the broker runs, as the user who runs it. Peers on a socket of this host need no key.",
    "new makes a key and authorises it. export writes the file that the other host needs, with the secret key and the public key of the broker, "
      + "to FILE or to standard output; with --bus, also the endpoint of the bus. Copy it there over an encrypted connection, keep its mode 0600, "
      + "and set HOLOCRON_KEY, --key of a service or the setting key to its path. revoke asks for confirmation on a terminal; a running broker "
      + "takes new keys and refuses revoked ones within two seconds.",
    "The keys are in ~/.config/holocron/keys: the broker's own key pair in server.json, a file with public key and role for each authorised key "
      + "in authorized, and what export writes in private. Once a key is exported, its file in private may be removed. Brokers of one list of "
      + "endpoints need the same server.json and authorized: copy them to each host, with their modes, and revoke a key on each.",
  ]
  let examples: [HelpRow] = [
    ("holocron keys new luke --role front-end", "a key for a host with front-ends"),
    ("holocron keys export luke luke.json --bus tcp://tatooine:5555", "what to copy there"),
    ("holocron keys revoke luke", "refuse it from now on"),
  ]
  static let role = Option(
    "role", "ROLE", "With new, what the key allows: \(BusRole.allCases.map(\.rawValue).joined(separator: ", "))",
    choices: BusRole.allCases.map { ($0.rawValue, $0) })
  static let yes = Flag("yes", short: "y", "Revoke without confirmation")
  let options = [role.definition, yes.definition]
  let firstWords = ["new", "list", "revoke", "export"]
  let operands = 1...3
  let needsBus = false

  func offer(after operands: [String]) -> OperandOffer {
    guard ["revoke", "export"].contains(operands.first), operands.count == 1 else { return .words(operands.isEmpty ? firstWords : []) }
    return .words((try? KeyFolder(environment: .process)).map(Self.names) ?? [])
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let (subcommand, words) = (arguments.operands[0], arguments.operands.dropFirst())
    guard let form = usage.first(where: { $0.hasPrefix(subcommand) && firstWords.contains(subcommand) }) else {
      throw unknownSubcommand(subcommand)
    }
    let allowed = subcommand == "list" ? 0...0 : subcommand == "export" ? 1...2 : 1...1
    if words.count > allowed.upperBound { throw unexpectedArgument(arguments.operands[1 + allowed.upperBound]) }
    guard let name = words.first ?? (subcommand == "list" ? "" : nil) else {
      throw .usage("missing argument; usage: holocron keys \(form)", field: subcommand)
    }
    for (option, isGiven, owner) in [("--role", arguments[Self.role] != nil, "new"), ("--yes", arguments[Self.yes], "revoke")]
    where isGiven && subcommand != owner { throw .usage("\(option) belongs to holocron keys \(owner)", field: option) }
    let folder = try Self.folder(context)
    switch subcommand {
    case "new": try new(name, arguments[Self.role], in: folder, context)
    case "list": return try list(folder, context)
    case "revoke":
      guard try known(name, in: folder) else { throw unknown(name, in: folder) }
      if !arguments[Self.yes] {
        guard try context.isConfirmed(.verbatim("Revoke the key \(name.quoted)?")) else { return .failure }
      }
      guard try Self.attempt({ () throws(BusError) in try folder.revoke(name) }) else { throw unknown(name, in: folder) }
      context.show([LabeledValue("Revoked", name)], json: ["revoked": .string(name)])
    default: try export(name, to: words.dropFirst().first, in: folder, context)
    }
    return .success
  }

  private func new(_ name: String, _ role: BusRole?, in folder: KeyFolder, _ context: Context) throws(Problem) {
    guard KeyFolder.isName(name) else {
      throw .usage("invalid name \(name.quoted): use up to 64 letters, digits, dots, dashes and underscores", field: name)
    }
    guard let role else { throw .usage("missing option --role; usage: holocron keys \(usage[0])", field: "--role") }
    let key = try Self.attempt { () throws(BusError) in try folder.add(name, role: role) }
    context.show(
      [LabeledValue("Authorised", name), LabeledValue("Role", role.rawValue), LabeledValue("Public key", key.keys.own.public)],
      json: Self.json(key.keys.own.public, .init(name: name, role: role)))
    context.hint("holocron: for the other host, write a file with holocron keys export \(name) FILE --bus tcp://THIS-HOST:PORT")
  }

  /// Shows the keys that a broker accepts. Returns ``ExitCode/failure`` and names the files if there are damaged ones, as a script would miss a key.
  private func list(_ folder: KeyFolder, _ context: Context) throws(Problem) -> ExitCode {
    let (keys, damaged) = try Self.attempt { () throws(BusError) in try folder.authorized() }
    context.show(
      ReportDocument(
        ["name", "role", "public"],
        [.init("Name", expendability: 0), .init("Role", expendability: 0), .init("Public key", expendability: 1)],
        rows: keys.holders.sorted { $0.value.name < $1.value.name }.map { key, holder in
          (Self.json(key, holder), [StyledText(holder.name, .accent), StyledText(holder.role.rawValue), StyledText(key, .muted)])
        }))
    if keys.holders.isEmpty { context.hint("holocron: no key is authorised; make one with holocron keys \(usage[0])") }
    for error in damaged { context.warn(error.message.printable) }
    return damaged.isEmpty ? .success : .failure
  }

  private func export(_ name: String, to path: String?, in folder: KeyFolder, _ context: Context) throws(Problem) {
    guard try known(name, in: folder) else { throw unknown(name, in: folder) }
    var file = try Self.attempt { () throws(BusError) in try folder.exported(name) }
    // The address of a socket, or of all interfaces, leads nowhere from another host.
    let endpoints = context.address.brokers.map(\.requests)
    let lead = endpoints.allSatisfy { $0.transport == .tcp && !$0.address.hasPrefix("*:") && !$0.address.hasPrefix("0.0.0.0:") }
    if lead { file.bus = "\(context.address)" }
    if let path, path != "-" {
      // A device, such as /dev/stdout, would be replaced.
      if let status = try? FileStatus(of: path), status.kind != .regular || status.linkOwner != nil {
        throw Problem(400, "the key was not exported", detail: "\(path) is not a regular file; use - for standard output")
      }
      do { try RegularFile.replace(path, with: file.json.bytes(.indented) + Array("\n".utf8)) } catch {
        throw Problem(500, "the key was not exported", detail: "cannot write \(path): \(error.reason)")
      }
      context.show([LabeledValue("Exported", name), LabeledValue("File", path)], json: ["exported": .string(name), "file": .string(path)])
    } else {
      context.print(context.text(of: file.json, .indented) + "\n")
    }
    if file.bus == nil {
      context.note("holocron: the file names no endpoint: set HOLOCRON_BUS there, or export with --bus tcp://THIS-HOST:PORT")
    }
  }

  private func known(_ name: String, in folder: KeyFolder) throws(Problem) -> Bool {
    KeyFolder.isName(name) && FileSystem.exists(folder.authorizedFile(name))
  }

  private func unknown(_ name: String, in folder: KeyFolder) -> Problem {
    .unknown("key", name, among: Self.names(folder))
  }

  private static func names(_ folder: KeyFolder) -> [String] {
    ((try? folder.authorized())?.keys.holders.values.map(\.name) ?? []).sorted()
  }

  private static func json(_ key: String, _ holder: AuthorizedKeys.Holder) -> JSON {
    ["name": .string(holder.name), "role": .string(holder.role.rawValue), "public": .string(key)]
  }

  static func folder(_ context: Context) throws(Problem) -> KeyFolder {
    try attempt { () throws(BusError) in try KeyFolder(environment: context.environment) }
  }

  /// Returns what `body` does; its error as a problem of keys, which is no fault of the bus.
  private static func attempt<Result>(_ body: () throws(BusError) -> Result) throws(Problem) -> Result {
    do { return try body() } catch {
      let status = error.code == .inUse ? 409 : 500
      throw Problem(status, "the keys cannot be used", detail: error.message)
    }
  }
}
