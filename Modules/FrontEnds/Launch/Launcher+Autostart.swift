public import Client
import Contracts
public import MessageBus
import OrderedJSON
public import Platform

extension Launcher {
  /// Returns what a ``BusRepository`` calls when nothing is listening on `address`: it waits for a broker that a supervisor restarts, or
  /// else starts a node if `mayStart`. `bus` is the value of `--bus`, which the node cannot find in the environment, where it would find the
  /// events endpoint of another bus. `nil` if the bus is not an IPC socket of this machine.
  public func starter(at address: BusAddress, bus: String?, mayStart: Bool) -> BusRepository.Starter? {
    guard address.requests.transport == .ipc else { return nil }
    return { address throws(Problem) in
      if await isRestarted(address) { return }
      guard mayStart else { throw Problem(BusError(.unreachable, "nothing is listening on \(address.requests)")) }
      try await start("holocron-node", bus == nil ? [] : address.options, at: address)
    }
  }
}

extension BusAddress {
  /// The options with which a service joins this bus, whatever its environment says.
  public var options: [String] {
    ["--bus", requests.description, "--workers-endpoint", workers.description, "--events", events.description]
  }

  /// Creates the address from `bus`, the value of `--bus`, or else from the environment, or else from the members `bus`, `workers-endpoint`
  /// and `events` of the configuration file. Throws a 400 that names the option, the variable or the member with the invalid endpoint, or the
  /// file that is invalid.
  public init(bus: String?, environment: Environment) throws(Problem) {
    var variables = environment.only(["HOLOCRON_BUS", "HOLOCRON_WORKERS_ENDPOINT", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
    var file: ConfigurationDocument?
    if let bus {
      variables["HOLOCRON_BUS"] = bus
      variables["HOLOCRON_WORKERS_ENDPOINT"] = nil
      variables["HOLOCRON_EVENTS"] = nil
    } else if Self.members.contains(where: { variables[$0.variable] == nil }) {
      do { file = try ConfigurationDocument.read(environment["HOLOCRON_CONFIG"], environment: environment) } catch {
        throw .badRequest("configuration", error.description)
      }
      for (variable, member) in Self.members where variables[variable] == nil { variables[variable] = file?.members[member]?.string }
    }
    do { try self.init(environment: variables) } catch {
      var source = bus == nil ? Self.invalidVariable(variables) : "--bus"
      // What the environment does not have came from the file.
      if let file, environment[source] == nil, let member = Self.members.first(where: { $0.variable == source })?.member {
        source = "'\(member)' in \(file.path)"
      }
      throw .badRequest(source, "\(source): \(error.message)")
    }
  }

  /// The members of the configuration file that mean the same as variables.
  private static let members = [
    (variable: "HOLOCRON_BUS", member: "bus"), (variable: "HOLOCRON_WORKERS_ENDPOINT", member: "workers-endpoint"),
    (variable: "HOLOCRON_EVENTS", member: "events"),
  ]

  /// Returns the variable to blame for an invalid address. Without `HOLOCRON_BUS`, the address is derived from `XDG_RUNTIME_DIR`.
  private static func invalidVariable(_ variables: [String: String]) -> String {
    let events = variables["HOLOCRON_EVENTS"] ?? ""
    if !events.isEmpty, (try? Endpoint(events)).map({ $0.transport == .inproc }) ?? true { return "HOLOCRON_EVENTS" }
    return (variables["HOLOCRON_BUS"] ?? "").isEmpty ? "XDG_RUNTIME_DIR" : "HOLOCRON_BUS"
  }
}
