import Contracts
public import MessageBus
import OrderedJSON
public import Platform

/// Where an endpoint of the bus comes from: an option, a variable, or a setting in a file.
public struct EndpointSource: Sendable {
  public let name: String
  /// The configuration file with the setting `name`.
  public var file: String?
  fileprivate var text = ""
}

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

  /// The variables with endpoints, that for requests first, and the members of configuration files that mean the same.
  private static let members = [
    (variable: "HOLOCRON_BUS", member: "bus"), (variable: "HOLOCRON_WORKERS_ENDPOINT", member: "workers-endpoint"),
    (variable: "HOLOCRON_EVENTS", member: "events"),
  ]

  /// Creates the address from `bus`, the value of `--bus`, or else from the environment, or else from the configuration files. Throws a 400 that
  /// names the source of the invalid endpoint, with the member and the file as `source`.
  public init(bus: String?, environment: Environment) throws(Problem) {
    let sources = try Self.sources(bus, environment)
    let variables = environment.only(["XDG_RUNTIME_DIR"]).merging(sources.mapValues(\.text)) { $1 }
    do { try self.init(environment: variables) } catch {
      let invalid = Self.members.lazy.compactMap { sources[$0.variable] }.first { source in
        (try? Endpoint(source.text)).map { $0.transport == .inproc } ?? true
      }
      // Without an endpoint for requests, the address is derived from the runtime folder.
      let source = invalid ?? sources[Self.members[0].variable] ?? EndpointSource(name: "XDG_RUNTIME_DIR")
      let name = source.file.map { "'\(source.name)' in \($0)" } ?? source.name
      var problem = Problem.badRequest(name, "\(name): \(error.message)")
      if let file = source.file { problem.extensions["source"] = ["setting": .string(source.name), "file": .string(file)] }
      throw problem
    }
  }

  /// Returns the source of the endpoint for requests: `--bus`, a variable, or the setting `bus` in a file. `nil` if the standard one applies.
  public static func source(bus: String?, environment: Environment) -> EndpointSource? {
    // The option and the variable count also if a configuration file is invalid.
    if let name = bus != nil ? "--bus" : environment["HOLOCRON_BUS"] != nil ? "HOLOCRON_BUS" : nil { return EndpointSource(name: name) }
    return (try? sources(nil, environment))?[members[0].variable]
  }

  /// Returns the endpoints that are set, by variable. Those of other sources than the one of the bus belong to another bus.
  private static func sources(_ bus: String?, _ environment: Environment) throws(Problem) -> [String: EndpointSource] {
    if let bus { return [members[0].variable: EndpointSource(name: "--bus", text: bus)] }
    var sources: [String: EndpointSource] = [:]
    for (variable, _) in members { sources[variable] = environment[variable].map { EndpointSource(name: variable, text: $0) } }
    guard sources.count < members.count else { return sources }
    let documents: [ConfigurationDocument]
    do { documents = try ConfigurationDocument.readAll(environment["HOLOCRON_CONFIG"], environment: environment) } catch {
      throw .badRequest("configuration", error.description)
    }
    for document in documents {
      for (variable, member) in members where sources[variable] == nil {
        sources[variable] = document.members[member]?.string.map { EndpointSource(name: member, file: document.path, text: $0) }
      }
      if sources[members[0].variable]?.file != nil { break }
    }
    return sources
  }
}
