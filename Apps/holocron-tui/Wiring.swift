import Client
import Embedded
import Explorer
import Launch
import MessageBus
import Models
import Presentation
import TerminalUI

/// What both ways to run have in common: what a person chose, and how to reach the bus.
struct Wiring: Sendable {
  let options: Options
  let environment: Environment
  let preferences: Preferences
  let keys: KeyMap
  let address: BusAddress
  let executables: Executables
  let kinds = Kinds.standard

  /// How long an answer may take: an origin may be slow, and the screen does not wait for it.
  private static let patience = Duration.seconds(30)
  /// How soon the bus counts as gone.
  private static let glance = Duration.seconds(2)

  init(_ options: Options, environment: Environment) throws(Problem) {
    self.options = options
    self.environment = environment
    let file = try ConfigurationFile.read { environment[$0] }
    preferences = try Preferences(flags: options.preferences, environment: { environment[$0] }, file: file)
    keys = try KeyMap(choosing: preferences.keys.value, in: preferences.keys.source)
    address = try BusAddress(bus: options.bus, environment: environment)
    executables = Executables(environment: environment)
  }

  func look(on background: TerminalBackground?) -> Explorer.Look {
    Explorer.Look(
      theme: preferences.theme.value.theme(on: background), language: preferences.language.value, units: preferences.units.value,
      usesMouse: preferences.mouse.value, usesMotion: preferences.motion.value)
  }

  /// Looks at the bus without starting one.
  var observer: any Repository {
    if options.isEmbedded { return EmbeddedRepository(kinds: kinds) }
    return BusRepository(address, within: Self.glance)
  }

  /// Starts a bus where there is none and may be one; `notice` hears when that begins and when it is done.
  func repository(_ notice: @escaping @Sendable (Notice) -> Void) -> any Repository {
    if options.isEmbedded { return observer }
    let launcher = Launcher(environment: environment, executables: executables, timeout: .seconds(15), note: { _ in })
    // The status alone starts nothing: it shows what runs.
    let mayStart = options.mayStart && options.place != .status
    guard let start = launcher.starter(at: address, bus: options.bus, mayStart: mayStart) else {
      return BusRepository(address, within: Self.patience)
    }
    return BusRepository(address, within: Self.patience) { address throws(Problem) in
      if mayStart { notice(.busStarts) }
      do throws(Problem) { try await start(address) } catch {
        notice(.bus(isThere: false))
        throw error
      }
      notice(.bus(isThere: true))
    }
  }
}
