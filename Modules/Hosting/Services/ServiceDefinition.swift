public import ArgumentParser
public import Hosting
public import MessageBus
public import ServiceLifecycle

/// A service as a process offers it: its flags, and how it is put together from its settings. An app of its own runs one of them, a node all.
///
/// A new one is a folder beside the others and a line in ``ServiceDefinitions``.
public protocol ServiceDefinition: ParsableArguments, Sendable {
  /// What the command line says, on its way to the settings.
  var given: [GivenFlag] { get }

  /// What runs, to be started in this order and stopped in the opposite one.
  ///
  /// - Parameters:
  ///   - bus: where it meets the others.
  ///   - metrics: its own; a process with several services has a registry for each.
  func services(on host: Host, at bus: BusAddress, metrics: MetricsRegistry) throws(HostError) -> [any Service]
}
