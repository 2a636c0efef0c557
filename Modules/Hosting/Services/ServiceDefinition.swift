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

  /// Opens the stores of the service, and returns a function that creates the services to run, in starting order; they stop in reverse
  /// order. The argument of the function is the bus to join. Blocks for disk I/O; the function does not.
  ///
  /// - Parameter metrics: the registry of this service; a process with several services has one for each.
  func prepared(on host: Host, metrics: MetricsRegistry) throws(HostError) -> (BusAddress) throws(HostError) -> [any Service]
}
