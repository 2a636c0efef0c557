public import ArgumentParser
public import Hosting
public import MessageBus
public import ServiceLifecycle

/// A service that a process can run: its command-line options, and its construction from settings. Each service has a program; a node
/// runs all services.
///
/// To add a service, add a file or folder to this module and its option group to ``ServiceDefinitions``.
public protocol ServiceDefinition: ParsableArguments, Sendable {
  /// The options as given on the command line.
  var given: [FlagValue] { get }

  /// Returns the services to run, in starting order; they stop in reverse order.
  ///
  /// - Parameters:
  ///   - bus: the bus to join.
  ///   - metrics: the registry of this service; a process with several services has one for each.
  func services(on host: Host, at bus: BusAddress, metrics: MetricsRegistry) throws(HostError) -> [any Service]
}
