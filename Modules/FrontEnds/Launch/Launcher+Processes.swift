public import MessageBus
public import OrderedJSON
import Platform

extension Launcher {
  /// Returns the processes of this user that serve the bus at `address`: those of the supervisor, or the node alone. `nil` if they were started
  /// by hand or on another host.
  ///
  /// Each is an object of the supervisor's state file, such as `{"name":"cache-1","state":"running","pid":4711,"restarts":0}`, with `age`, the
  /// number of seconds since the last change of state or of the process, and `cpu`, the processor time in seconds. A node has neither restarts
  /// nor an age, and a process that is gone has no age. See ``SupervisorState/readRunning(in:)`` for processes that have ended.
  public func processes(serving address: BusAddress) -> [JSON]? {
    if supervisor.holder != nil, let state = SupervisorState.readRunning(in: runtimeFolder),
      state["bus"]?.string == address.requests.description
    {
      let now = Int(SystemTime.milliseconds / 1_000)
      return (state["processes"]?.array ?? []).map { process in
        var members = process.object ?? [:]
        if process["state"]?.string != SupervisorState.gone { members["age"] = process["since"]?.int.map { .number(max(0, now - $0)) } }
        members["cpu"] = process["pid"]?.int.flatMap { ProcessorTime.seconds(ofProcess: Int32(clamping: $0)) }.map { .number($0) }
        return .object(members)
      }
    }
    guard let node = node.holder else { return nil }
    var members: JSON.Object = ["name": "node", "state": "running", "pid": .number(Int(node))]
    members["cpu"] = ProcessorTime.seconds(ofProcess: node).map { .number($0) }
    return [.object(members)]
  }
}
