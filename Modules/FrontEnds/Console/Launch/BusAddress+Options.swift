import Contracts
public import MessageBus
import OrderedJSON
public import Platform

extension BusAddress {
  /// The options with which a service joins this bus, whatever its environment says.
  public var options: [String] {
    ["--bus", requests.description, "--workers-endpoint", workers.description, "--events", events.description]
  }

  /// Throws a 400 that names the folder of the socket if it does not exist. The runtime folder is created on demand.
  public func checkFolder() throws(Problem) {
    guard !isInRuntimeFolder, let slash = requests.address.lastIndex(of: "/") else { return }
    let folder = String(requests.address[..<slash])
    guard !folder.isEmpty, !FileSystem.exists(folder) else { return }
    throw Problem.badRequest("--bus", "--bus: the folder \(folder) does not exist; create it, or correct the path")
  }

  /// Creates the address from `bus`, the value of `--bus`, or else from the environment, or else from the members `bus`, `workers-endpoint`
  /// and `events` of the configuration files. Throws a 400 that names the option, the variable or the member with the invalid endpoint, or the
  /// file that is invalid. For a member, `source` has its name as `setting`, and the `file`.
  public init(bus: String?, environment: Environment) throws(Problem) {
    var variables = environment.only(["HOLOCRON_BUS", "HOLOCRON_WORKERS_ENDPOINT", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
    var sources: [String: (name: String, file: String)] = [:]
    if let bus {
      variables["HOLOCRON_BUS"] = bus
      variables["HOLOCRON_WORKERS_ENDPOINT"] = nil
      variables["HOLOCRON_EVENTS"] = nil
    } else if Self.members.contains(where: { variables[$0.variable] == nil }) {
      for document in try Self.documents(environment) {
        for (variable, member) in Self.members where variables[variable] == nil {
          guard let text = document.members[member]?.string else { continue }
          variables[variable] = text
          sources[variable] = (member, document.path)
        }
        // The endpoints in a weaker file belong to another bus.
        if sources["HOLOCRON_BUS"] != nil { break }
      }
    }
    do { try self.init(environment: variables) } catch {
      let variable = Self.invalidVariable(variables)
      guard bus == nil, let source = sources[variable] else {
        let name = bus == nil ? variable : "--bus"
        throw .badRequest(name, "\(name): \(error.message)")
      }
      let name = "'\(source.name)' in \(source.file)"
      var problem = Problem.badRequest(name, "\(name): \(error.message)")
      problem.extensions["source"] = ["setting": .string(source.name), "file": .string(source.file)]
      throw problem
    }
  }

  /// Returns where the endpoint for requests comes from: `--bus`, a variable, or the setting `bus` in a file. `nil` if the default applies.
  public static func source(bus: String?, environment: Environment) -> (name: String, file: String?)? {
    if let chosen = chosenSource(bus: bus, environment: environment) { return chosen }
    return environment["XDG_RUNTIME_DIR"] == nil ? nil : ("XDG_RUNTIME_DIR", nil)
  }

  /// Whether `--bus`, a variable or a file names the endpoint for requests, which may be the standard one.
  public static func isChosen(bus: String?, environment: Environment) -> Bool { chosenSource(bus: bus, environment: environment) != nil }

  private static func chosenSource(bus: String?, environment: Environment) -> (name: String, file: String?)? {
    if bus != nil { return ("--bus", nil) }
    if environment["HOLOCRON_BUS"] != nil { return ("HOLOCRON_BUS", nil) }
    return (try? documents(environment))?.first { $0.members["bus"]?.string != nil }.map { ("bus", $0.path) }
  }

  private static func documents(_ environment: Environment) throws(Problem) -> [ConfigurationDocument] {
    do { return try ConfigurationDocument.readAll(environment["HOLOCRON_CONFIG"], environment: environment) } catch {
      throw .badRequest("configuration", error.description)
    }
  }

  /// The members of the configuration file that mean the same as variables.
  private static let members = [
    (variable: "HOLOCRON_BUS", member: "bus"), (variable: "HOLOCRON_WORKERS_ENDPOINT", member: "workers-endpoint"),
    (variable: "HOLOCRON_EVENTS", member: "events"),
  ]

  /// Returns the variable to blame for an invalid address. Without `HOLOCRON_BUS`, the address is derived from `XDG_RUNTIME_DIR`.
  private static func invalidVariable(_ variables: [String: String]) -> String {
    for (variable, _) in members {
      guard let text = variables[variable], !text.isEmpty else { continue }
      if (try? Endpoint(text)).map({ $0.transport == .inproc }) ?? true { return variable }
    }
    return (variables["HOLOCRON_BUS"] ?? "").isEmpty ? "XDG_RUNTIME_DIR" : "HOLOCRON_BUS"
  }
}
