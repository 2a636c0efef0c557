import Client
import Console
import Contracts
import Explorer
import MessageBus
import Models
import Platform
import Presentation
import TerminalUI

/// The dependencies of both modes: preferences and access to the bus.
struct Wiring: Sendable {
  let options: Options
  let environment: Environment
  let preferences: Preferences
  let keys: KeyMap
  let address: BusAddress
  let executables: Executables
  let kinds = Kinds.standard

  /// The timeout of a request. It is long because an origin may be slow, and the screen does not block on requests.
  private static let requestTimeout = Duration.seconds(30)
  /// The time without a reply after which the bus counts as unreachable.
  private static let probeTimeout = Duration.seconds(2)

  init(_ options: Options, environment: Environment) throws(Problem) {
    self.options = options
    self.environment = environment
    let files = try ConfigurationFiles.read(environment: environment)
    preferences = try Preferences(flags: options.preferences, environment: { environment[$0] }, files: files)
    keys = try preferences.keyMap()
    address = try BusAddress(bus: options.bus, environment: environment)
    executables = Executables(environment: environment)
  }

  func settings(on background: TerminalBackground?) -> Explorer.Settings {
    Explorer.Settings(
      theme: preferences.theme ?? Themes.theme(for: background), language: preferences.language, units: preferences.units,
      usesMouse: preferences.isOn(.mouse), usesMotion: preferences.isOn(.motion), showsAbsent: preferences.isOn(.absent),
      needsAllNames: preferences.isOn(.complete), background: background)
  }

  /// A repository that never starts a bus.
  var observer: any Repository {
    if options.isEmbedded { return EmbeddedRepository(kinds: kinds) }
    return BusRepository(address, within: Self.probeTimeout)
  }

  /// The favourites of the user; `nil` without a data folder.
  var favourites: FavouritesFile? { FavouritesFile(environment: environment) }

  /// The local processes; `nil` without a bus.
  var fleet: (any FleetAccess)? { options.isEmbedded ? nil : LocalFleet(environment, executables, address) }

  /// Returns a repository that starts a bus if none is running and starting is permitted. Calls `send` when the start begins and ends.
  func repository(_ permission: StartPermission, _ send: @escaping @Sendable (BusEvent) -> Void) -> any Repository {
    if options.isEmbedded { return observer }
    let launcher = Launcher(environment: environment, executables: executables, address: address, timeout: .seconds(15), note: { _ in })
    // The status screen shows what is running and starts nothing.
    let mayStart = options.mayStart && options.startLocation != .status
    guard let start = launcher.starter(bus: options.bus, mayStart: mayStart),
      let wait = launcher.starter(bus: options.bus, mayStart: false)
    else { return BusRepository(address, within: Self.requestTimeout) }
    let starter: BusRepository.Starter = { address throws(Problem) in
      let isPermitted = permission.isGiven
      if mayStart, isPermitted { send(.busStarting) }
      do throws(Problem) { try await (isPermitted ? start : wait)(address) } catch {
        send(.bus(isReachable: false))
        throw error
      }
      send(.bus(isReachable: true))
    }
    return BusRepository(address, within: Self.requestTimeout, starter: starter, isStartPermitted: { permission.isGiven })
  }

  /// Opens a web page without waiting for the browser. Returns `false` without a graphical session, since a browser in the terminal would
  /// compete for the screen.
  func openPage(_ address: WebAddress) -> Bool {
    Browser.ofGraphicalSession(environment)?.launch(address, with: executables) ?? false
  }
}
