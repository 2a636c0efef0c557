extension English {
  public func name(of check: CheckPhrase) -> String {
    switch check {
    case .configuration: "Configuration"
    case .cacheFolder: "Cache folder"
    case .dataFolder: "Data folder"
    case .logFolder: "Log folder"
    case .sockets: "Sockets"
    case .socketPath: "Socket path"
    case .supervisor: "Supervisor"
    case .crashes: "Crashes"
    case .terminal: "Terminal"
    case .bus: "Bus"
    case .origin: "Origin"
    case .origins: "Origins"
    case .originServer: "Origin server"
    case .cache: "Cache"
    case .searchIndex: "Search index"
    case .named(let name): name
    }
  }

  public func say(_ phrase: CheckStatePhrase) -> String { phrase.rawValue }

  public func say(_ phrase: DoctorPhrase) -> String {
    switch phrase {
    case .text(let text): text
    case .error(_, _, let english): english
    case .detail(let detail): describe(detail)
    case .notice(let notice): say(notice)
    case .both(let first, let second): "\(say(first)); \(say(second))"
    case .because(let finding, let cause): "\(say(finding)): \(say(cause))"
    case .version(let text): "version \(text)"
    case .oldVersion(let text): "version \(text) is too old"
    case .notInstalled: "not installed"
    case .noFile: "no file; using the defaults"
    case .limitedTerminal(let type): "the terminal type '\(type)' is unknown or cannot move the cursor"
    case .otherEncoding(let locale): "the locale \(locale) does not use UTF-8; other characters than ASCII may look wrong"
    case .unreadSections(let file, let names):
      "\(file): no program reads \(names.count == 1 ? "the section" : "the sections") \(names.joined(separator: ", "))"
    case .cannotCreateFiles(let folder, let reason): "cannot create files in \(folder): \(reason)"
    case .cannotWrite(let folder, let reason): "cannot write to \(folder): \(reason)"
    case .cannotInspect(let folder, let reason): "cannot inspect \(folder): \(reason)"
    case .notASocket(let path): "\(path) is not a socket"
    case .notAFolder(let path): "\(path) is not a folder"
    case .privateFolder(let path): "\(path) is accessible only to you"
    case .openFolder(let path): "\(path) is accessible to other users"
    case .foreignFolder(let path, let owner): "\(path) belongs to user \(owner)"
    case .createdWithBus(let path): "\(path) will be created when a bus starts"
    case .createdWhenNeeded(let path): "\(path) will be created when needed"
    case .writable(let path): "\(path) is writable"
    case .pathTooLong(let path): "\(path) is too long for a socket path"
    case .littleSpace(let path, let bytes): "\(path) has only \(figures.bytes(bytes)) left"
    case .noCacheLocation: "no location for the cache file"
    case .noHistoryLocation: "no location for the search history"
    case .responds(let endpoint): "\(endpoint) responds"
    case .nothingRuns(let endpoint): "nothing is running at \(endpoint)"
    case .noResponse(let endpoint, let problem): "\(endpoint) does not respond: \(say(problem))"
    case .originResponds(let kinds): "responds; offers \(kinds)"
    case .noWorker: "no worker is attached"
    case .workers(let count, let processes):
      counted(count, "worker", "workers") + (processes.isEmpty ? "" : ": \(processes.map { say($0) }.joined(separator: "; "))")
    case .process(let program, let id): "\(program.map { "\($0), " } ?? "")process \(id)"
    case .noSuchProcess(let id): "you have no process \(id) on this host"
    case .foreignProgram(let path): "\(path) is not a Holocron program"
    case .unidentified(let count, let all):
      "\(count) of \(all) \(plural(count, "reports no process ID of its own", "report no process IDs of their own"))"
    case .workerIsStopped(let name, let id): "\(name) (process \(id)) is stopped"
    case .workerIsSilent(let name, let id): "\(name) (process \(id)) does not respond"
    case .warning(let warning, let id): "\(say(warning)) (process \(id))"
    case .indexIsFull: "the index is full; further records are not indexed"
    case .cacheInMemory(let reason): "the cache is kept in memory only: \(reason)"
    case .indexInMemory(let reason): "the index is kept in memory only: \(reason)"
    case .searchIndexInMemory(let reason): "the search index is kept in memory only: \(reason)"
    case .historyInMemory(let reason): "the search history is kept in memory only: \(reason)"
    case .damagedFile(let path): "\(path) is damaged; the next worker that opens the file replaces it and keeps the damaged one"
    case .damagedFileKept(let path): "a damaged file has been replaced by a new one and is kept as \(path)"
    case .differentOrigins(let origins): "fetchers use different origins: \(origins)"
    case .otherRecords(let origin, let service, let other): "fetchers use \(origin), but \(service) holds records from \(other)"
    case .sameOrigin(let origin): "all fetchers use \(origin)"
    case .server(let server, let state, let reason): "\(server) is \(say(state))\(reason.map { ": \(say($0))" } ?? "")"
    case .unreachable: "it cannot be reached"
    case .connectionLost: "it closed the connection before the response was complete"
    case .noTLS: "no TLS connection could be established"
    case .timedOut: "it did not answer in time"
    case .slowDown: "it asked to slow down"
    case .errorStatus(let status): "it answered with status \(status)"
    case .supervisorIsStopped(let id): "holocron-supervisor, process \(id), is stopped and restarts no process"
    case .givenUp(let process, let reason): "the supervisor stopped restarting \(process): \(reason)"
    case .keepsEnding(let process, let reason): "\(process) keeps ending: \(reason)"
    case .logged(let finding, let log): "\(say(finding)) (log: \(log))"
    case .crashes(let count):
      "\(counted(count, "process has crashed or was killed", "processes have crashed or were killed")) in the last 7 days"
    }
  }

  public func say(_ phrase: ServerStatePhrase) -> String {
    switch phrase {
    case .works: "ok"
    case .fails: "failing"
    case .probing: "failing, probing"
    case .paused(let seconds): "pausing, retry in \(figures.duration(Double(seconds)))"
    case .failsUntil(let seconds): "failing, retry in \(figures.duration(Double(seconds)))"
    }
  }

  public func say(_ phrase: RemedyPhrase) -> String {
    switch phrase {
    case .shell(let command): command
    case .installLibrary: "install libzmq 4.2 or later (Debian: libzmq3-dev)"
    case .installExplorer: "install it next to holocron or on PATH; the full-screen explorer needs it"
    case .installProgram: "install it next to holocron or on PATH; without it, start workers by hand"
    case .installFleetProgram: "install it next to holocron-supervisor; holocron up does not work without it"
    case .installOrigin: "install it next to holocron-supervisor; without it, holocron up needs --origin"
    case .setTerminal: "set TERM to the type of your terminal, or use holocron explore --plain"
    case .setLocale: "choose a UTF-8 locale, such as LC_ALL=C.UTF-8"
    case .ownKeys: "give each action a key of its own"
    case .correctSetting: "correct the setting"
    case .correctSettingOfServices: "correct the setting; programs that need it do not start"
    case .correctProjectFile: "correct or remove the project file"
    case .renameSection(let name, let similar): "rename \(name) to '\(similar)', or remove it"
    case .removeSections(let count): "remove \(count == 1 ? "it" : "them")"
    case .setHome: "set HOME"
    case .setOwnFolder(let variable): "set \(variable) to a folder of your own"
    case .setOtherFolder(let variable): "set \(variable) to another folder"
    case .setWritableFolder(let variable): "set \(variable) to a folder that can be written"
    case .setShorterPath(let variable): "set \(variable) to a shorter path"
    case .freeSpace(let variable): "free disk space, or set \(variable) to another folder"
    case .freeSpaceForCache: "free disk space; otherwise responses are not stored, and searches cover only what fits into memory"
    case .remove(let path): "remove \(path)"
    case .moveOrRemove(let path): "move or remove \(path)"
    case .restartBus: "restart the bus: holocron down, then holocron up"
    case .startBus: "run holocron up, or any request, which starts a node automatically"
    case .checkAddress: "check the address (--bus, HOLOCRON_BUS); if it is right, continue or restart the broker there"
    case .waitOrUseEmbedded:
      "cached records are still available; retry later, or run holocron down, then holocron up --origin embedded, which needs no network"
    case .startWorker(let program): "start \(program), or run holocron up"
    case .checkPrograms: "a worker with a false process ID is not part of Holocron; check which programs run as your user"
    case .stopForeign(let id): "if you did not start it, stop it: kill \(id)"
    case .resume(let id): "continue it: kill -CONT \(id)"
    case .restartStuck: "a worker that does not respond is stuck or not part of Holocron; run holocron down, then holocron up"
    case .restart(let name): "run holocron restart \(name)"
    case .resumeOrRestart(let id, let name): "continue it with kill -CONT \(id), or run holocron restart \(name)"
    case .correctThenRestart(let name): "correct the cause, then run holocron restart \(name)"
    case .correctCause: "correct the cause; the supervisor tries again"
    case .largerIndex:
      "start the search worker with a larger --index-memory, or remove kinds that you do not search with holocron cache purge"
    case .makeWritableAndRestart:
      "make the folder writable or free disk space, then run holocron restart --all, or holocron down if nothing else is running"
    case .makeWritable: "free disk space or make the file writable; the index is then stored again automatically"
    case .oneOrigin: "stop the fetchers of all origins but one; records of different origins must not be mixed"
    case .nextFetch(let origin): "the next fetch corrects this; records from \(origin) are kept in case you switch back"
    case .checkServer: "check the server and the network; until it answers, cached records are shown"
    case .readReport(let path): "read the latest report: \(path)"
    }
  }
}
