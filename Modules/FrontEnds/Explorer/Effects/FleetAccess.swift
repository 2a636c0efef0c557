import Client
public import MessageBus
public import OrderedJSON
import Presentation

/// Access to the local processes that serve the bus. Front-ends that know where these processes keep their state provide it.
public protocol FleetAccess: Sendable {
  /// Returns `{"processes":[{"name":"cache-1","state":"running","pid":4711,"restarts":0,"age":300,"cpu":1.25}]}`: the state file of the
  /// supervisor, or the node alone. `age` is the number of seconds since the last change of state, `cpu` the processor time in seconds. `nil`
  /// if the processes were started by hand or on another host.
  func state() async -> JSON?
  /// Returns the last lines of the log of a process, at most `lines`; empty if there are none.
  func log(of process: String, lines: Int) async -> [String]
  /// Restarts a process and returns when the new one is ready.
  func restart(_ process: String) async throws(Problem)
}

extension Problem {
  /// No process can be restarted from here.
  public static let noFleet = Problem(
    503, "no fleet is running", detail: "only processes that holocron up has started can be restarted")
}
