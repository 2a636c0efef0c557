public import Hosting
import Logging
import Platform
import Text

/// User settings of the fleet.
public enum SupervisorSettings {
  public static let origin = Setting(
    "supervisor.origin", originSyntax, default: "own", repetition: ",",
    "Fetch from this origin: own (a holocron-origin in the fleet), embedded, or the URL of a SWAPI server; repeat the option for several "
      + "servers of one catalogue, in order of preference")
  public static let caches = Setting(
    "supervisor.caches", .integer(FleetSize.cacheRange), default: FleetSize().caches, "Set the number of cache workers")
  public static let fetchers = Setting(
    "supervisor.fetchers", .integer(FleetSize.fetcherRange), default: FleetSize().fetchers, "Set the number of fetchers")
  public static let searches = Setting(
    "supervisor.searches", .integer(FleetSize.searchRange), default: FleetSize().searches, "Set the number of search workers")

  public static let watchdog = Setting(
    "supervisor.watchdog", .duration(.zero ... .seconds(3_600)), default: Duration.seconds(20),
    "Restart a process that gives no sign of life for this long (at least 1s), or three times as long, at least 3m, while it starts; 0 = never"
  )

  public static let all = SettingsGroup([origin, caches, fetchers, searches, watchdog])

  /// A fetcher checks the URL itself; a word that is no URL stops here, before the fleet starts.
  private static var originSyntax: SettingSyntax<String> {
    SettingSyntax(
      "own, embedded, or the URL of a SWAPI server such as https://swapi.dev/api, several separated by commas", valueName: "origin",
      parse: { text in
        let origins = text.split(separator: ",", omittingEmptySubsequences: false)
        return text == "own" || origins.allSatisfy { isURL($0) || $0 == "embedded" } ? text : nil
      })
  }

  private static func isURL(_ text: Substring) -> Bool {
    ["http://", "https://"].contains { text.lowercased().hasPrefix($0) && text.count > $0.count }
  }

  /// Returns the origin for the text of the setting. `own` gets the port of the previous fleet, which `stateFolder` remembers, or another free
  /// port if that one is taken. A port that an origin of a killed supervisor still holds is free when the fleet starts, which waits for its end;
  /// the state file in `runtimeFolder` names that process.
  public static func origin(_ text: String, stateFolder: String, runtimeFolder: String) throws(HostError) -> Fleet.Origin {
    switch text {
    case "own":
      let earlier = EarlierFleet(stateFile: "\(runtimeFolder)/supervisor.json").processes
      do { return .own(port: try OriginPort(in: stateFolder).choose(isFree: earlier.contains { $0.name == "origin" })) } catch {
        throw HostError(.unavailable, "no free port on 127.0.0.1: \(error.reason)", cause: error)
      }
    case "embedded": return .embedded
    default: return .url(text)
    }
  }
}

/// The port of the origin that a fleet starts, remembered in the file `origin.port`. Cache entries belong to the URL of their origin: a fleet
/// whose origin has another port finds none of the records that an earlier fleet has cached.
struct OriginPort: Sendable {
  private let path: String

  /// Longer than any port and its line feed, in bytes.
  private static let maximumSize = 16

  /// The file is in `stateFolder`.
  init(in stateFolder: String) { path = "\(stateFolder)/origin.port" }

  /// Returns the remembered port if it is free, or else another free port. `isFree` is whether the remembered port will be free when it is used,
  /// even if it is taken now.
  func choose(isFree: Bool = false) throws(SystemError) -> UInt16 {
    if isFree, let remembered, remembered > 0 { return remembered }
    return try FreePort.loopback(preferring: remembered)
  }

  /// Writes the port to the file. Logs a warning if that fails.
  func remember(_ port: UInt16, _ logger: Logger) {
    do { try RegularFile.replace(path, with: Array("\(port)\n".utf8)) } catch {
      logger.warning("cannot remember the port of the origin", metadata: ["path": "\(path)", "reason": "\(error.reason)"])
    }
  }

  private var remembered: UInt16? {
    guard let bytes = try? RegularFile.read(path, upTo: Self.maximumSize, followsLink: false) else { return nil }
    return UInt16(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
