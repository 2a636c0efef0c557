public import MessageBus
import OrderedJSON

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

  /// The bus of the workers; its first broker is a process of this fleet.
  public var bus: BusAddress
  public var origin: Origin
  public var size: FleetSize
  /// Arguments passed to every process, such as `--log-level debug`.
  public var commonArguments: [String]
  /// The file with the key of every worker.
  public var keyFile: String?

  public init(
    bus: BusAddress, origin: Origin, size: FleetSize = FleetSize(), keyFile: String? = nil, commonArguments: [String] = []
  ) {
    self.bus = bus
    self.origin = origin
    self.size = size
    self.keyFile = keyFile
    self.commonArguments = commonArguments
  }

  /// Returns the processes in starting order, dependencies first. They stop in reverse order, so that in-flight requests can finish.
  /// Executables are in `folder`.
  func specifications(in folder: String) -> [ChildSpecification] {
    let busArguments = bus.options + (keyFile.map { ["--key", $0] } ?? []) + commonArguments
    func child(_ name: String, _ executable: String, _ arguments: [String]) -> ChildSpecification {
      ChildSpecification(name, executable: "\(folder)/\(executable)", arguments: arguments + ["--lifeline"])
    }
    var children = [child("broker", "holocron-broker", bus.brokers[0].options + commonArguments)]
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

/// The number of workers of each kind in a fleet.
public struct FleetSize: Sendable, Hashable, CustomStringConvertible {
  public var caches: Int
  public var fetchers: Int
  public var searches: Int

  public init(caches: Int = 1, fetchers: Int = 2, searches: Int = 1) {
    self.caches = caches
    self.fetchers = fetchers
    self.searches = searches
  }

  /// The valid numbers of workers. A fleet needs a cache and a fetcher; search is optional.
  static let cacheRange = 1...64
  static let fetcherRange = 1...64
  static let searchRange = 0...64

  /// `{"caches":1,"fetchers":2,"searches":1}`
  var json: JSON { ["caches": .number(caches), "fetchers": .number(fetchers), "searches": .number(searches)] }

  /// `caches=1 fetchers=2 searches=1`
  public var description: String { "caches=\(caches) fetchers=\(fetchers) searches=\(searches)" }

  /// Returns this size with the numbers in `request` replaced; `nil` if one of them is not a number in its range.
  func applying(_ request: JSON) -> FleetSize? {
    func member(_ name: String, _ current: Int, _ range: ClosedRange<Int>) -> Int? {
      guard let requested = request[name] else { return current }
      return requested.int.flatMap { range.contains($0) ? $0 : nil }
    }
    guard request.object != nil, let caches = member("caches", caches, Self.cacheRange),
      let fetchers = member("fetchers", fetchers, Self.fetcherRange), let searches = member("searches", searches, Self.searchRange)
    else { return nil }
    return FleetSize(caches: caches, fetchers: fetchers, searches: searches)
  }
}

/// The name, executable and arguments of a process to supervise.
struct ChildSpecification: Sendable, Hashable {
  /// A unique name, also used for the log file: `cache-1`.
  var name: String
  /// The absolute path of the executable.
  var executable: String
  var arguments: [String]

  /// The name of the executable, such as `holocron-cache`.
  var program: String { executable.split(separator: "/").last.map(String.init) ?? executable }

  init(_ name: String, executable: String, arguments: [String] = []) {
    self.name = name
    self.executable = executable
    self.arguments = arguments
  }
}

/// A request to a running supervisor: another size of the fleet, or new processes in place of some. Pure.
///
/// `{"id":"4711-1","caches":3}` or `{"id":"4711-2","restart":["cache-1","fetcher-2"]}`; `"restart":"all"` names all processes. Numbers that are
/// not named stay unchanged. The ID, which earlier versions do not send, is that of the answer in the file of ``FleetProcesses``.
struct FleetRequest: Sendable, Hashable {
  enum Work: Sendable, Hashable {
    case resize(FleetSize)
    /// The names of the processes; `nil` for all.
    case restart(Set<String>?)
  }

  let id: String?
  let work: Work

  /// The maximum length of an ID in bytes.
  static let maximumIDLength = 64

  /// Reads a request, given the current size of the fleet; `nil` if it is invalid.
  init?(_ json: JSON, size: FleetSize) {
    guard json.object != nil else { return nil }
    id = Self.id(in: json)
    guard id != nil || json["id"]?.string == nil else { return nil }
    switch json["restart"] {
    case nil:
      guard let size = size.applying(json) else { return nil }
      work = .resize(size)
    case "all": work = .restart(nil)
    case let names?:
      guard let names = names.array?.map(\.string), !names.isEmpty, !names.contains(nil) else { return nil }
      work = .restart(Set(names.compactMap(\.self)))
    }
  }

  /// Returns the ID of a request; `nil` if there is none, or if it is too long.
  static func id(in json: JSON) -> String? { json["id"]?.string.flatMap { $0.utf8.count <= maximumIDLength ? $0 : nil } }
}
