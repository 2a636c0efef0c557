public import Client
import Contracts
public import MessageBus
public import Platform

extension Launcher {
  /// Returns what a ``BusRepository`` calls when nothing is listening on `address`: it waits for a broker that a supervisor restarts, or
  /// else starts a node if `mayStart`. `bus` is the value of `--bus`, which the node cannot find in the environment. `nil` if the bus is
  /// not an IPC socket of this machine.
  public func starter(at address: BusAddress, bus: String?, mayStart: Bool) -> BusRepository.Starter? {
    guard address.requests.transport == .ipc else { return nil }
    return { address throws(Problem) in
      if await isRestarted(address) { return }
      guard mayStart else { throw Problem(BusError(.unreachable, "nothing is listening on \(address.requests)")) }
      try await start("holocron-node", bus.map { ["--bus", $0] } ?? [], at: address)
    }
  }
}

extension BusAddress {
  /// Creates the address from `bus`, the value of `--bus`, or else from the environment. Throws a 400 that names the option or the variable
  /// with the invalid endpoint.
  public init(bus: String?, environment: Environment) throws(Problem) {
    var variables = environment.only(["HOLOCRON_BUS", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
    if let bus {
      variables["HOLOCRON_BUS"] = bus
      variables["HOLOCRON_EVENTS"] = nil
    }
    do { try self.init(environment: variables) } catch {
      let source = bus == nil ? Self.invalidVariable(variables) : "--bus"
      throw .badRequest(source, "\(source): \(error.message)")
    }
  }

  /// Returns the variable to blame for an invalid address. Without `HOLOCRON_BUS`, the address is derived from `XDG_RUNTIME_DIR`.
  private static func invalidVariable(_ variables: [String: String]) -> String {
    let events = variables["HOLOCRON_EVENTS"] ?? ""
    if !events.isEmpty, (try? Endpoint(events)).map({ $0.transport == .inproc }) ?? true { return "HOLOCRON_EVENTS" }
    return (variables["HOLOCRON_BUS"] ?? "").isEmpty ? "XDG_RUNTIME_DIR" : "HOLOCRON_BUS"
  }
}
