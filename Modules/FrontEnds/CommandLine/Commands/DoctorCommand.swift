import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import Platform
import Presentation

/// `holocron doctor`: checks the installation and suggests fixes.
struct DoctorCommand: Command {
  let name = "doctor"
  let summary = "Check the installation and suggest fixes"
  let details = [
    "Checks libraries, settings, folders, programs, keys, the bus, workers and their processes, the origin, and reports of crashes. Starts and "
      + "changes nothing. The exit code is 1 if a check fails; warnings leave it at 0."
  ]
  let examples: [HelpRow] = [("holocron doctor", "find problems")]
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    // At the same time, so that slow starts of programs do not use up the time of the requests.
    async let bus = Self.bus(context)
    let zeromq = ZMQ.version
    var findings = [
      Finding("libzmq", .pass, "version \(zeromq.major).\(zeromq.minor).\(zeromq.patch)"), await Self.configuration(context),
    ]
    findings += Self.folders(context, bus: arguments[SharedOptions.bus])
    findings += Self.programs(context.launcher.executables)
    findings += Self.keys(context)
    findings += await bus
    findings += Self.stoppedSupervisor(context) + Self.crashes(context)
    context.show(Finding.report(findings))
    return findings.contains { $0.state == .fail } ? .failure : .success
  }

  /// Checks the configuration files that services and front-ends share, the front-end settings, and the settings of each service.
  private static func configuration(_ context: Context) async -> Finding {
    func warning(_ message: String, _ remedy: String) -> Finding { Finding("Configuration", .warn, message, remedy: remedy) }
    do throws(Problem) {
      let files = try ConfigurationFiles.read(environment: context.environment)
      let preferences = try context.preferences()
      let taken = try preferences.keyMap().takenKeys
      for program in KnownSettings.programs { try await context.launcher.checkSettings(of: program) }
      if let taken { return warning(taken, "give each action a key of its own") }
      if let mistake = preferences.warning { return warning(mistake.detail ?? mistake.title, "correct the setting") }
      if let unknown = files.files.lazy.compactMap(KnownSettings.unknownSections).first { return unknown }
      if let notice = files.ignored.first { return warning(notice, "correct or remove the project file") }
      let paths = files.files.map(\.path).joined(separator: ", ")
      return Finding("Configuration", .pass, paths.isEmpty ? "no file; using the defaults" : paths)
    } catch {
      return Finding("Configuration", .fail, error.detail ?? error.title, remedy: "correct the setting; programs that need it do not start")
    }
  }

  /// Checks the programs that front-ends start and, if there is a supervisor, those that it starts; of these only the missing ones are listed.
  static func programs(_ executables: Executables) -> [Finding] {
    let (byHand, up) = ("without it, start workers by hand", "holocron up does not work without it")
    let starters = [("node", byHand), ("supervisor", byHand), ("tui", "the full-screen explorer needs it")]
    let fleet = [
      ("broker", up), ("origin", "without it, holocron up needs --origin"), ("fetcher", up), ("cache", up), ("search", up),
    ]
    return (executables.find("holocron-supervisor") == nil ? starters : starters + fleet).enumerated().compactMap { index, row in
      let name = "holocron-\(row.0)"
      if let path = executables.find(name) { return index < starters.count ? Finding(name, .pass, path) : nil }
      return Finding(
        name, row.1 == up ? .fail : .warn, "not installed", remedy: "install it next to holocron or on PATH; \(row.1)")
    }
  }

  /// Checks the key with which this user joins a bus over tcp, and the keys of a broker on this host. An invalid key makes the address invalid,
  /// which ``bus(_:)`` reports. Empty without keys.
  private static func keys(_ context: Context) -> [Finding] {
    let address = context.address
    var findings: [Finding] = []
    if let keys = address.keys {
      findings.append(Finding("Key", .pass, "\(keys.own.public) for \(address.requests)"))
    } else if !address.isLocal {
      findings.append(Finding("Key", .warn, "there is no key for \(address.requests)", remedy: BusAddress.keyRemedy))
    }
    guard let folder = try? KeyFolder(environment: context.environment), FileSystem.exists(folder.path) else { return findings }
    do throws(BusError) {
      if FileSystem.exists(folder.serverFile) { _ = try folder.serverKey() }
      let (keys, damaged) = try folder.authorized()
      findings += damaged.map { Finding("Broker's keys", .fail, $0.message, remedy: "correct or remove the file") }
      let count = NumberFormat.english.counted(keys.holders.count, "key is", "keys are")
      if damaged.isEmpty { findings.append(Finding("Broker's keys", .pass, "\(count) authorised in \(folder.path)")) }
    } catch {
      findings.append(Finding("Broker's keys", .fail, error.message, remedy: "correct it; the broker does not take tcp peers without it"))
    }
    return findings
  }

  /// Checks the bus, then its workers, then the origin. A failed check skips the later ones.
  private static func bus(_ context: Context) async -> [Finding] {
    if let problem = context.addressProblem {
      return [Finding("Bus", .fail, problem.detail ?? problem.title, remedy: "correct the setting")]
    }
    let endpoint = "\(context.address)"
    let sample: BusSample
    do throws(Problem) { sample = try await context.sample() } catch {
      guard error.type == ProblemType.noBus, error.reason != .noHandshake else {
        let remedy =
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
    var findings = [Finding("Bus", .pass, "\(sample.endpoint) responds")] + sample.findings
    if BusStatistics.services.contains(where: { !sample.statistics.offers($0) }) { findings += repeatedFailure(context) }
    if sample.statistics.offers(.fetch) { findings.append(await origin(context)) }
    return findings
  }

  /// Checks the origin through a fetcher, since only fetchers connect to it.
  private static func origin(_ context: Context) async -> Finding {
    do throws(Problem) {
      let kinds = try await context.observer().ask(KindsRequest(), of: .fetch)
      return Finding("Origin", .pass, "responds; offers \(kinds.map(\.text).joined(separator: ", "))")
    } catch {
      return Finding(
        "Origin", .fail, "\(error)",
        remedy:
          "cached records are still available; retry later, or run holocron down, then holocron up --origin embedded, which needs no network"
      )
    }
  }

  /// Returns why a process of the running supervisor keeps ending. Empty if none does, if no supervisor is running, or if it supervises
  /// another bus. Call it if something is missing: a process that runs again may have an error in the last line of its log, too.
  private static func repeatedFailure(_ context: Context) -> [Finding] {
    guard let failure = context.launcher.ownFleet?.failure() else { return [] }
    let next = failure.isFinal ? "then run holocron restart \(failure.process)" : "the supervisor tries again"
    return [
      Finding(
        "Supervisor", .fail, "\(failure.sentence) (log: \(failure.log))",
        remedy: "correct the cause\(failure.isFinal ? ", " : "; ")\(next)")
    ]
  }

  /// Warns about a supervisor that is stopped, as by SIGSTOP. Empty if it is not, or if no supervisor is running.
  private static func stoppedSupervisor(_ context: Context) -> [Finding] {
    guard let process = context.launcher.supervisor.holder, ProcessScope.own.isStopped(process) else { return [] }
    return [
      Finding(
        "Supervisor", .warn, "holocron-supervisor, process \(process), is stopped and restarts no process",
        remedy: "continue it: kill -CONT \(process)")
    ]
  }

  /// Warns about processes that crashed in the last seven days. Empty if none did.
  private static func crashes(_ context: Context) -> [Finding] {
    // The environment of the supervisor may name another folder than that of this process.
    let folders: Set = [XDGFolders(context.environment).state, context.launcher.fleetLogFolder]
    let begin = Int(context.now() / 1_000) - 7 * 86_400
    let reports = folders.flatMap { folder in
      Folder.names(in: "\(folder)/crashes").filter { $0.hasSuffix(".txt") }.map { (name: $0, path: "\(folder)/crashes/\($0)") }
    }.filter { report in FileSystem.lastWrite(to: report.path).map { $0 > begin } ?? false }
    // The name of a report begins with its time.
    guard let latest = reports.max(by: { ($0.name, $0.path) < ($1.name, $1.path) }) else { return [] }
    let count = NumberFormat.english.counted(reports.count, "process has crashed or was killed", "processes have crashed or were killed")
    return [Finding("Crashes", .warn, "\(count) in the last 7 days", remedy: "read the latest report: \(latest.path)")]
  }

  /// The minimum free space for a cache and an index, in bytes.
  private static let minimumFreeSpace = 64 << 20

  /// Checks the folder of the bus socket, the cache folder, the data folder and the log folder. `bus` is the value of `--bus`.
  private static func folders(_ context: Context, bus option: String?) -> [Finding] {
    let requests = context.address.requests
    let bus = requests.transport == .ipc ? requests.address.lastIndex(of: "/").map { String(requests.address[..<$0]) } : nil
    let folders = XDGFolders(context.environment)
    let files = [requests, context.address.events].filter { $0.transport == .ipc }.map(\.address)
    var mistake: Problem?
    if option != nil { do throws(Problem) { try context.address.checkFolder() } catch { mistake = error } }
    return [
      sockets(bus ?? folders.runtime(), files: files, mistake: mistake),
      folders.cache.map { writable("Cache folder", $0, variable: "XDG_CACHE_HOME") }
        ?? Finding("Cache folder", .fail, "no location for the cache file", remedy: "set HOME"),
      folders.data.map { writable("Data folder", $0, variable: "XDG_DATA_HOME") }
        ?? Finding("Data folder", .fail, "no location for the search history", remedy: "set HOME"),
      writable("Log folder", folders.state, variable: "XDG_STATE_HOME"),
    ]
  }

  /// Checks the folder of the bus socket, that files can be written there, and that nothing else is in the place of the sockets `files`. Other
  /// users with write access to the folder could impersonate the bus. `mistake` is why requests start no bus there, if the folder is missing.
  static func sockets(
    _ folder: String, files: [String], mistake: Problem? = nil,
    write: (String) throws(SystemError) -> Void = { folder throws(SystemError) in
      try FileSystem.testWriting(in: folder, name: ".holocron-doctor")
    }
  ) -> Finding {
    let variable = "XDG_RUNTIME_DIR"
    func failure(_ message: String, _ remedy: String? = nil) -> Finding {
      Finding("Sockets", .fail, message, remedy: remedy ?? "set \(variable) to a folder of your own")
    }
    do throws(RuntimeFolder.Weakness) { try RuntimeFolder.check(folder) } catch {
      switch error {
      case .missing:
        return mistake.map { Finding("Sockets", .warn, $0.detail ?? $0.title) }
          ?? Finding("Sockets", .pass, "\(folder) will be created when a bus starts")
      case .accessible: return failure("\(folder) is accessible to other users", "chmod 700 \(folder)")
      case .notAFolder: return failure("\(folder) is not a folder")
      case .foreign(let user): return failure("\(folder) belongs to user \(User.label(of: user))")
      case .system(let error): return failure("cannot inspect \(folder): \(error.reason)")
      }
    }
    do throws(SystemError) { try write(folder) } catch {
      return failure(
        "cannot create files in \(folder): \(error.reason)", "free disk space, or set \(variable) to another folder")
    }
    let foreign = files.first { file in (try? FileStatus(of: file)).map { $0.kind != .socket } ?? false }
    return foreign.map { failure("\($0) is not a socket", "remove \($0)") }
      ?? Finding("Sockets", .pass, "\(folder) is accessible only to you")
  }

  /// Checks that the folder is writable, or that its nearest existing parent folder is, and that the file system has enough free space.
  /// Writes and removes a file. `variable` is the environment variable that sets another folder.
  static func writable(
    _ subject: String, _ path: String, variable: String, space: (String) -> Int? = { FileSystem.freeBytes(at: $0) }
  ) -> Finding {
    let existing = FileSystem.closestExisting(path)
    let status = try? FileStatus(of: existing)
    if let status, status.kind != .folder {
      return Finding(
        subject, .fail, "\(existing) is not a folder",
        remedy: status.kind == .regular ? "move or remove \(existing)" : "set \(variable) to another folder")
    }
    do { try FileSystem.checkWritable(existing) } catch {
      return unwritable(subject, existing, error, owner: status?.owner ?? User.effective, variable: variable)
    }
    do { try FileSystem.testWriting(in: existing, name: ".holocron-doctor") } catch {
      return Finding(
        subject, .fail, "cannot create files in \(existing): \(error.reason)",
        remedy: "free disk space, or set \(variable) to another folder")
    }
    if let free = space(existing), free < minimumFreeSpace {
      return Finding(
        subject, .warn, "\(existing) has only \(NumberFormat.english.bytes(free)) left",
        remedy: "free disk space; otherwise responses are not stored, and searches cover only what fits into memory")
    }
    return Finding(subject, .pass, existing == path ? "\(path) is writable" : "\(path) will be created when needed")
  }

  /// Returns the finding about a folder that cannot be written. Only missing permissions can be changed, and only by the owner of the folder.
  static func unwritable(
    _ subject: String, _ folder: String, _ error: SystemError, owner: UInt32, user: UInt32 = User.effective, variable: String
  ) -> Finding {
    let isForeign = owner != user
    let note = isForeign ? "; \(folder) belongs to user \(User.label(of: owner))" : ""
    return Finding(
      subject, .fail, "cannot write to \(folder): \(error.reason)\(note)",
      remedy: error.number == .permissionDenied && !isForeign ? "chmod u+rwx \(folder)" : "set \(variable) to a folder of your own")
  }
}
