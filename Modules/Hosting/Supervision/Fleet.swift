public import MessageBus

/// Which processes make up a Holocron on one host, and with which arguments. Pure.
public struct Fleet: Sendable, Hashable {
  /// Where fetchers look things up.
  public enum Origin: Sendable, Hashable {
    /// The facts inside each fetcher: no network at all.
    case embedded
    /// A server of somebody else.
    case url(String)
    /// A `holocron-origin` of this fleet, on this port of 127.0.0.1.
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
  /// Flags every service gets: `--log-level debug`.
  public var commonArguments: [String]

  public init(
    bus: BusAddress, origin: Origin, size: FleetSize = FleetSize(), commonArguments: [String] = []
  ) {
    self.bus = bus
    self.origin = origin
    self.size = size
    self.commonArguments = commonArguments
  }

  /// In starting order, from the back to the front: what a process needs comes before it. They stop in the opposite order, so that answers under way
  /// still find their way. Executables are in `folder`.
  public func specifications(in folder: String) -> [ChildSpecification] {
    let place = ["--bus", bus.requests.description, "--events", bus.events.description] + commonArguments
    func child(_ name: String, _ executable: String, _ arguments: [String]) -> ChildSpecification {
      ChildSpecification(name, executable: "\(folder)/\(executable)", arguments: arguments + ["--lifeline"])
    }
    var children = [child("broker", "holocron-broker", place)]
    if case .own(let port) = origin {
      children.append(child("origin", "holocron-origin", ["--host", "127.0.0.1", "--port", String(port)] + commonArguments))
    }
    func workers(_ count: Int, _ kind: String, _ arguments: [String]) {
      for number in 1..<(1 + max(0, count)) { children.append(child("\(kind)-\(number)", "holocron-\(kind)", arguments)) }
    }
    workers(size.fetchers, "fetcher", place + ["--origin", origin.url])
    workers(size.caches, "cache", place)
    workers(size.searches, "search", place)
    return children
  }
}
