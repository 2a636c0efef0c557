import Client
import Console
import Contracts
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// The checks of `holocron doctor`.
enum DoctorChecks {
  static func zeromq(_ version: (major: Int, minor: Int, patch: Int)) -> Finding {
    let text = "\(version.major).\(version.minor).\(version.patch)"
    // ZMQ_HEARTBEAT and reliable monitor events require 4.2; Debian 12 has 4.3.4.
    guard (version.major, version.minor) >= (4, 2) else {
      return Finding("libzmq", .fail, "version \(text) is too old", remedy: "install libzmq 4.2 or later (Debian: libzmq3-dev)")
    }
    return Finding("libzmq", .pass, "version \(text)")
  }

  /// Checks the folder of the bus socket, the cache folder, the data folder and the log folder. `bus`
  /// is the value of `--bus`.
  static func folders(_ context: Context, bus option: String?) -> [Finding] {
    let requests = context.address.requests
    let bus = requests.transport == .ipc ? requests.address.lastIndex(of: "/").map { String(requests.address[..<$0]) } : nil
    let folders = XDGFolders(context.environment)
    let cache = folders.cache.map { writable("Cache folder", $0, variable: "XDG_CACHE_HOME") }
    let files = [requests, context.address.events].filter { $0.transport == .ipc }.map(\.address)
    let data = folders.data.map { writable("Data folder", $0, variable: "XDG_DATA_HOME") }
    return
      sockets(bus ?? folders.runtime(), files: files, mistake: option.flatMap { _ in folderMistake(context.address) }) + [
        cache ?? Finding("Cache folder", .fail, "no location for the cache file", remedy: "set HOME"),
        data ?? Finding("Data folder", .fail, "no location for the search history", remedy: "set HOME"),
        writable("Log folder", folders.state, variable: "XDG_STATE_HOME"),
      ]
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
      if let taken { return Finding("Configuration", .warn, "\(taken)", remedy: "give each action a key of its own") }
      if let warning = preferences.warning {
        return Finding("Configuration", .warn, warning.detail ?? warning.title, remedy: "correct the setting")
      }
      if let warning = files.files.lazy.compactMap(unknownSections).first { return warning }
      if let notice = files.ignored.first {
        return Finding("Configuration", .warn, "\(notice)", remedy: "correct or remove the project file")
      }
      let paths = files.files.map(\.path).joined(separator: ", ")
      return Finding("Configuration", .pass, paths.isEmpty ? "no file; using the defaults" : paths)
    } catch {
      return Finding("Configuration", .fail, error.detail ?? error.title, remedy: "correct the setting; programs that need it do not start")
    }
  }

  /// Checks the programs that front-ends start and, if there is a supervisor, those that it starts; of these only the missing ones are listed.
  static func programs(_ executables: Executables) -> [Finding] {
    let byHand = "without it, start workers by hand"
    let uses = [
      ("holocron-node", byHand), ("holocron-supervisor", byHand), (ExploreCommand.program, "the full-screen explorer needs it"),
    ]
    let starters = uses.map { name, use in
      executables.find(name).map { Finding(name, .pass, $0) }
        ?? Finding(name, .warn, "not installed", remedy: "install it next to holocron or on PATH; \(use)")
    }
    guard executables.find("holocron-supervisor") != nil else { return starters }
    let fleet = ["holocron-broker", "holocron-origin", "holocron-fetcher", "holocron-cache", "holocron-search"]
    return starters
      + fleet.filter { executables.find($0) == nil }.map { name in
        let isOrigin = name == "holocron-origin"
        let use = isOrigin ? "without it, holocron up needs --origin" : "holocron up does not work without it"
        return Finding(name, isOrigin ? .warn : .fail, "not installed", remedy: "install it next to holocron-supervisor; \(use)")
      }
  }

  /// Checks the bus, then its workers, then the origin. A failed check skips the later ones.
  static func bus(_ context: Context) async -> [Finding] {
    if let problem = context.addressProblem {
      return [Finding("Bus", .fail, problem.detail ?? problem.title, remedy: "correct the setting")]
    }
    let endpoint = "\(context.address.requests)"
    let statistics: JSON
    do throws(Problem) { statistics = try await context.observer.brokerStatistics() } catch {
      guard error.type == ProblemType.noBus, error.reason != .noHandshake else {
        let remedy: String =
          error.reason == .noHandshake
          ? "check the address (--bus, HOLOCRON_BUS); if it is right, continue or restart the broker there"
          : "restart the bus: holocron down, then holocron up"
        return [Finding("Bus", .fail, "\(endpoint) does not respond: \(error)", remedy: remedy)]
      }
      return [
        Finding(
          "Bus", .warn, "nothing is running at \(endpoint)", remedy: "run holocron up, or any request, which starts a node automatically")
      ] + repeatedFailure(context)
    }
    var findings = [Finding("Bus", .pass, "\(endpoint) responds")]
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
      return Finding("Origin", .pass, "responds; offers \(kinds.map(\.text).joined(separator: ", "))")
    } catch {
      return Finding(
        "Origin", .fail, "\(error)",
        remedy:
          "cached records are still available; retry later, or run holocron down, then holocron up --origin embedded, which needs no network"
      )
    }
  }
}

extension DoctorChecks {
  /// The sections of the configuration file that a program reads. Every program checks its own sections and skips the others, so that only this
  /// check finds a section that none reads.
  static let configurationSections = [
    "broker", "bus", "cache", "drain", "events", "explorer", "fetch", "lifeline", "log", "node", "origin", "search", "supervisor", "worker",
    "workers-endpoint",
  ]

  /// Warns about sections of the file that no program reads; `nil` if there are none.
  static func unknownSections(of file: ConfigurationFile) -> Finding? {
    let unknown = file.sections.filter { !configurationSections.contains($0) }
    guard let first = unknown.first else { return nil }
    let similar = suggestions(for: first, among: configurationSections).first
    return Finding(
      "Configuration", .warn,
      "\(file.path): no program reads \(unknown.count == 1 ? "the section" : "the sections") \(unknown.map(\.quoted).joined(separator: ", "))",
      remedy: similar.map { "rename \(first.quoted) to '\($0)', or remove it" } ?? "remove \(unknown.count == 1 ? "it" : "them")")
  }
}

extension DoctorChecks {
  /// Warns about processes that crashed in the last seven days. Empty if none did.
  static func crashes(_ context: Context) -> [Finding] {
    // The environment of the supervisor may name another folder than that of this process.
    let folders: Set = [XDGFolders(context.environment).state, context.launcher.fleetLogFolder]
    let reports = folders.flatMap { folder in
      Folder.names(in: "\(folder)/crashes").filter { $0.hasSuffix(".txt") }.map { (name: $0, path: "\(folder)/crashes/\($0)") }
    }
    let begin = Int(context.now() / 1_000) - 7 * 86_400
    // The name of a report begins with its time.
    let paths = reports.sorted { ($0.name, $0.path) > ($1.name, $1.path) }.map(\.path).filter { path in
      FileSystem.lastWrite(to: path).map { $0 > begin } ?? false
    }
    guard let latest = paths.first else { return [] }
    return [
      Finding(
        "Crashes", .warn,
        "\(Figures.counted(paths.count, "process has crashed or was killed", "processes have crashed or were killed")) in the last 7 days",
        remedy: "read the latest report: \(latest)")
    ]
  }
}

extension DoctorChecks {
  /// Warns about a supervisor that is stopped, as by SIGSTOP. Empty if it is not, or if no supervisor is running.
  static func stoppedSupervisor(_ context: Context) -> [Finding] {
    guard let process = context.launcher.supervisor.holder, ProcessScope.own.isStopped(process) else { return [] }
    return [
      Finding(
        "Supervisor", .warn, "holocron-supervisor, process \(process), is stopped and restarts no process",
        remedy: "continue it: kill -CONT \(process)")
    ]
  }

  /// Returns why a process of the running supervisor keeps ending. Empty if none does, if no supervisor is running, or if it supervises
  /// another bus. Call it if something is missing: a process that runs again may have an error in the last line of its log, too.
  static func repeatedFailure(_ context: Context) -> [Finding] {
    let folder = context.launcher.runtimeFolder
    let supervisor = context.launcher.supervisor.holder
    guard supervisor != nil,
      SupervisorState.read(in: folder)?["bus"]?.string == context.address.requests.description,
      let failure = SupervisorState.failure(in: folder, of: supervisor)
    else { return [] }
    return [
      Finding(
        "Supervisor", .fail, "\(failure.sentence) (log: \(failure.log))",
        remedy: failure.isFinal
          ? "correct the cause, then run holocron restart \(failure.process)" : "correct the cause; the supervisor tries again")
    ]
  }
}

extension DoctorChecks {
  /// Checks the type of the terminal and the character encoding of the locale. Empty if no standard stream is a terminal.
  static func terminal(_ terminal: Terminal, _ environment: Environment) -> [Finding] {
    guard terminal.output.isTerminal || terminal.errors.isTerminal else { return [] }
    let type = environment["TERM"] ?? ""
    guard !FullScreen.limitedTypes.contains(type) else {
      return [
        Finding(
          "Terminal", .warn, "the terminal type '\(type)' is unknown or cannot move the cursor",
          remedy: "set TERM to the type of your terminal, or use holocron explore --plain")
      ]
    }
    // POSIX: the first variable that is set decides. A locale without the name of an encoding, such as C, says nothing about the terminal.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first ?? ""
    if let encoding = encoding(of: locale), !["utf-8", "utf8"].contains(encoding.lowercased()) {
      return [
        Finding(
          "Terminal", .warn, "the locale \(locale) does not use UTF-8; other characters than ASCII may look wrong",
          remedy: "choose a UTF-8 locale, such as LC_ALL=C.UTF-8")
      ]
    }
    return [Finding("Terminal", .pass, type)]
  }

  /// Returns `ISO-8859-15` of `de_DE.ISO-8859-15@euro`; `nil` if a locale names no encoding.
  private static func encoding(of locale: String) -> Substring? {
    locale.firstIndex(of: ".").map { locale[locale.index(after: $0)...].prefix { $0 != "@" } }
  }
}
