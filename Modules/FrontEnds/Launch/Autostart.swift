public import Client
import Contracts
import Glibc
public import MessageBus

extension Launcher {
  /// What a ``BusRepository`` does when nobody listens at `address`: waits for a broker that a supervisor restarts, else starts a node where it
  /// may. `bus` is the value of `--bus`, which a node does not find in the environment. `nil` where the bus is not this machine's.
  public func starter(at address: BusAddress, bus: String?, mayStart: Bool) -> BusRepository.Starter? {
    guard address.requests.transport == .ipc else { return nil }
    return { address throws(Problem) in
      if await isBroughtBack(address) { return }
      guard mayStart else { throw Problem(BusError(.unreachable, "nobody listens at \(address.requests)")) }
      try await start("holocron-node", bus.map { ["--bus", $0] } ?? [], at: address)
    }
  }
}

extension BusAddress {
  /// Where the bus is: `bus`, the value of `--bus`, where there is one, else what the environment says.
  public init(bus: String?, environment: Environment) throws(Problem) {
    var variables = environment.only(["HOLOCRON_BUS", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"])
    if let bus {
      variables["HOLOCRON_BUS"] = bus
      variables["HOLOCRON_EVENTS"] = nil
    }
    do { try self.init(environment: variables, user: getuid()) } catch { throw .badRequest("--bus", error.message) }
  }
}
