import Client
import Contracts
import Explorer
import Launch
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import TerminalText

/// The checks of `holocron doctor`.
enum DoctorChecks {
  static func zeromq(_ version: (major: Int, minor: Int, patch: Int)) -> Finding {
    let text = "\(version.major).\(version.minor).\(version.patch)"
    // ZMQ_HEARTBEAT and reliable monitor events require 4.2; Debian 12 has 4.3.4.
    guard (version.major, version.minor) >= (4, 2) else {
      return Finding(.named("libzmq"), .fail, .oldVersion(text), remedy: .installLibrary)
    }
    return Finding(.named("libzmq"), .pass, .version(text))
  }

  /// Checks the folder of the bus socket, the cache folder and the log folder, and the files of the cache, the index and the history. `bus`
  /// is the value of `--bus`.
  static func folders(_ context: Context, bus option: String?) -> [Finding] {
    let requests = context.address.requests
    let bus = requests.transport == .ipc ? requests.address.lastIndex(of: "/").map { String(requests.address[..<$0]) } : nil
    let folders = XDGFolders(context.environment)
    let cache = folders.cache.map { writable(.cacheFolder, $0, variable: "XDG_CACHE_HOME") }
    let files = [requests, context.address.events].filter { $0.transport == .ipc }.map(\.address)
    let data = folders.data.map { writable(.dataFolder, $0, variable: "XDG_DATA_HOME") }
    let findings =
      sockets(bus ?? folders.runtime(), files: files, mistake: option.flatMap { _ in folderMistake(context.address) }) + [
        cache ?? Finding(.cacheFolder, .fail, .noCacheLocation, remedy: .setHome),
        data ?? Finding(.dataFolder, .fail, .noHistoryLocation, remedy: .setHome),
        writable(.logFolder, folders.state, variable: "XDG_STATE_HOME"),
      ]
    return findings + databases(context.environment)
  }

  private static func folderMistake(_ address: BusAddress) -> Problem? {
    do throws(Problem) { try address.checkFolder() } catch { return error }
    return nil
  }

  /// Checks the configuration files that services and front-ends share, the front-end settings, and the settings of each service.
  static func configuration(_ context: Context) async -> Finding {
    do throws(Problem) {
      let files = try ConfigurationFiles.read(environment: context.environment)
      let preferences = try context.preferences()
      let bindings = preferences.keys
      let taken = try KeyMap(overriding: bindings.value, source: bindings.source).takenKeys
      for program in KnownSettings.programs { try await context.launcher.checkSettings(of: program) }
      if let taken { return Finding(.configuration, .warn, .notice(taken), remedy: .ownKeys) }
      if let warning = preferences.warning {
        return Finding(.configuration, .warn, warning.detailFinding, remedy: .correctSetting)
      }
      if let warning = files.files.lazy.compactMap(unknownSections).first { return warning }
      if let notice = files.ignored.first {
        return Finding(.configuration, .warn, .notice(notice), remedy: .correctProjectFile)
      }
      let paths = files.files.map(\.path).joined(separator: ", ")
      return Finding(.configuration, .pass, paths.isEmpty ? .noFile : .text(paths))
    } catch {
      return Finding(.configuration, .fail, error.detailFinding, remedy: .correctSettingOfServices)
    }
  }

  /// The programs that the supervisor starts for `holocron up`. With `--origin`, it may need no origin.
  private static let fleetPrograms = ["holocron-broker", originProgram, "holocron-fetcher", "holocron-cache", "holocron-search"]
  private static let originProgram = "holocron-origin"

  /// Checks the programs that front-ends start and, if there is a supervisor, those that it starts; of these only the missing ones are listed.
  static func programs(_ executables: Executables) -> [Finding] {
    let missing = executables.find("holocron-supervisor") == nil ? [] : fleetPrograms.filter { executables.find($0) == nil }
    return starters(executables)
      + missing.map { name in
        name == originProgram
          ? Finding(.named(name), .warn, .notInstalled, remedy: .installOrigin)
          : Finding(.named(name), .fail, .notInstalled, remedy: .installFleetProgram)
      }
  }

  private static func starters(_ executables: Executables) -> [Finding] {
    ["holocron-node", "holocron-supervisor", ExploreCommand.program].map { name in
      guard let path = executables.find(name) else {
        return Finding(
          .named(name), .warn, .notInstalled, remedy: name == ExploreCommand.program ? .installExplorer : .installProgram)
      }
      return Finding(.named(name), .pass, .text(path))
    }
  }

  /// Checks the bus, then its workers, then the origin. A failed check skips the later ones.
  static func bus(_ context: Context) async -> [Finding] {
    if let problem = context.addressProblem {
      return [Finding(.bus, .fail, problem.detailFinding, remedy: .correctSetting)]
    }
    let endpoint = "\(context.address.requests)"
    let statistics: JSON
    do throws(Problem) { statistics = try await context.observer.brokerStatistics() } catch {
      guard error.type == ProblemType.noBus, error.reason != .noHandshake else {
        let remedy: RemedyPhrase = error.reason == .noHandshake ? .checkAddress : .restartBus
        return [Finding(.bus, .fail, .noResponse(endpoint, error.finding), remedy: remedy)]
      }
      return [Finding(.bus, .warn, .nothingRuns(at: endpoint), remedy: .startBus)] + repeatedFailure(context)
    }
    var findings = [Finding(.bus, .pass, .responds(endpoint))]
    let attached = AttachedServices(statistics)
    let inventory = await context.inventory(attached)
    findings += inventory.findings
    if inventory.services.contains(where: { $0.count == 0 }) { findings += repeatedFailure(context) }
    if attached.offers(.fetch) { findings.append(await origin(context)) }
    return findings
  }

  /// Checks the origin through a fetcher, since only fetchers connect to it.
  private static func origin(_ context: Context) async -> Finding {
    do throws(Problem) {
      let kinds = try await context.observer.ask(KindsRequest(), of: .fetch)
      return Finding(.origin, .pass, .originResponds(kinds: kinds.map(\.text).joined(separator: ", ")))
    } catch {
      return Finding(.origin, .fail, error.finding, remedy: .waitOrUseEmbedded)
    }
  }
}
