public import Hosting

/// What a user can set about the fleet.
public enum SupervisorSettings {
  public static let origin = Setting(
    "supervisor.origin", .text("own, embedded, or the URL of a SWAPI server such as https://swapi.dev/api", valueName: "origin"),
    standard: "own",
    "Where fetchers look things up: own (a holocron-origin of the fleet), embedded, or a URL")
  public static let caches = Setting("supervisor.caches", .integer(FleetSize.ofCaches), standard: FleetSize().caches, "Cache workers")
  public static let fetchers = Setting("supervisor.fetchers", .integer(FleetSize.ofFetchers), standard: FleetSize().fetchers, "Fetchers")
  public static let searches = Setting(
    "supervisor.searches", .integer(FleetSize.ofSearches), standard: FleetSize().searches, "Search workers")

  /// The origin the setting means; `own` gets a free port.
  public static func origin(_ text: String) throws(HostError) -> Fleet.Origin {
    switch text {
    case "own": .own(port: try FreePort.loopback())
    case "embedded": .embedded
    default: .url(text)
    }
  }
}
