public import MessageBus

/// The processes of a Holocron on one host, and their arguments. Pure.
public struct Fleet: Sendable, Hashable {
  /// The origin of all fetchers.
  public enum Origin: Sendable, Hashable {
    /// The catalogue inside each fetcher; no network access.
    case embedded
    /// An external server.
    case url(String)
    /// A `holocron-origin` in this fleet, on a port of 127.0.0.1.
    case own(port: UInt16)

    var url: String {
      switch self {
      case .embedded: "embedded"
      case .url(let url): url
      case .own(let port): "http://127.0.0.1:\(port)/api"
      }
    }
  }

  public var bus: BusAddress
  public var origin: Origin
  public var size: FleetSize
  /// Arguments passed to every process, such as `--log-level debug`.
  public var commonArguments: [String]

  public init(
    bus: BusAddress, origin: Origin, size: FleetSize = FleetSize(), commonArguments: [String] = []
  ) {
    self.bus = bus
    self.origin = origin
    self.size = size
    self.commonArguments = commonArguments
  }

  /// Returns the processes in starting order, dependencies first. They stop in reverse order, so that in-flight requests can finish.
  /// Executables are in `folder`.
  func specifications(in folder: String) -> [ChildSpecification] {
    let busArguments =
      ["--bus", bus.requests.description, "--workers-endpoint", bus.workers.description, "--events", bus.events.description]
      + commonArguments
    func child(_ name: String, _ executable: String, _ arguments: [String]) -> ChildSpecification {
      ChildSpecification(name, executable: "\(folder)/\(executable)", arguments: arguments + ["--lifeline"])
    }
    var children = [child("broker", "holocron-broker", busArguments)]
    if case .own(let port) = origin {
      children.append(child("origin", "holocron-origin", ["--host", "127.0.0.1", "--port", String(port)] + commonArguments))
    }
    func workers(_ count: Int, _ kind: String, _ arguments: [String]) {
      for number in 1..<(1 + max(0, count)) { children.append(child("\(kind)-\(number)", "holocron-\(kind)", arguments)) }
    }
    workers(size.fetchers, "fetcher", busArguments + ["--origin", origin.url])
    workers(size.caches, "cache", busArguments)
    workers(size.searches, "search", busArguments)
    return children
  }
}
