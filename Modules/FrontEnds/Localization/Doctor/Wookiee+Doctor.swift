extension Wookiee {
  public func name(of check: CheckPhrase) -> String {
    switch check {
    case .configuration: "Wuhrr"
    case .cacheFolder: "Kaaarsh huur"
    case .dataFolder: "Daaarh huur"
    case .logFolder: "Wuurgh huur"
    case .sockets: "Sokkrr"
    case .socketPath: "Sokkrr raaawr"
    case .supervisor: "Grrf huuurgh"
    case .crashes: "Uuughgh"
    case .terminal: "Haahngrurgh"
    case .bus: "Hrooo"
    case .origin: "Orrgh"
    case .origins: "Orrgh orrgh"
    case .originServer: "Ughuu rrgh"
    case .cache: "Kaaarsh"
    case .searchIndex: "Irrndh"
    case .named(let name): name
    }
  }

  public func say(_ phrase: CheckStatePhrase) -> String {
    switch phrase {
    case .pass: "wyaaa"
    case .warn: "rrraawr"
    case .fail: "uuughgh"
    }
  }

  public func say(_ phrase: DoctorPhrase) -> String {
    switch phrase {
    case .text(let text): text
    case .error(let title, let detail, let english): sentence(title, detail, english: english)
    case .detail(let detail): describe(detail)
    case .notice(let notice): say(notice)
    case .both(let first, let second): "\(say(first)); \(say(second))"
    case .because(let finding, let cause): "\(say(finding)): \(say(cause))"
    case .version(let text): "wuuh \(text)"
    case .oldVersion(let text): "\(text) rrrooh"
    case .notInstalled: "muawa"
    case .noFile: "muawa wuhrr; huwaa"
    case .limitedTerminal(let type): "'\(type)' ahuma, aarrh rroo"
    case .otherEncoding(let locale): "\(locale) aarrh UTF-8"
    case .unreadSections(let file, let names): "\(file): muawa \(names.joined(separator: ", "))"
    case .cannotCreateFiles(let folder, let reason): "uughgh huwaaa \(folder): \(reason)"
    case .cannotWrite(let folder, let reason): "uughgh \(folder): \(reason)"
    case .cannotInspect(let folder, let reason): "ahuma \(folder): \(reason)"
    case .notASocket(let path): "\(path) aarrh sokkrr"
    case .notAFolder(let path): "\(path) aarrh huur"
    case .privateFolder(let path): "\(path) wyaaa huh"
    case .openFolder(let path): "\(path) rrraawr huh"
    case .foreignFolder(let path, let owner): "\(path) rrraawr \(owner)"
    case .createdWithBus(let path): "\(path) huurh hrooo"
    case .createdWhenNeeded(let path): "\(path) huurh huurh"
    case .writable(let path): "\(path) wyaaa"
    case .pathTooLong(let path): "\(path) raaaaawr"
    case .littleSpace(let path, let bytes): "\(path) grrf \(figures.bytes(bytes))"
    case .noCacheLocation: "muawa kaaarsh"
    case .noHistoryLocation: "muawa awwgggghhh"
    case .responds(let endpoint): "\(endpoint) rowr"
    case .nothingRuns(let endpoint): "aarrh hrooo \(endpoint)"
    case .noResponse(let endpoint, let problem): "\(endpoint) huunn: \(say(problem))"
    case .originResponds(let kinds): "rowr; \(kinds)"
    case .noWorker: "aarrh rrgh"
    case .workers(let count, let processes):
      "\(figures.integer(count)) rrgh" + (processes.isEmpty ? "" : ": \(processes.map { say($0) }.joined(separator: "; "))")
    case .process(let program, let id): "\(program.map { "\($0), " } ?? "")hrrwr \(id)"
    case .noSuchProcess(let id): "muawa hrrwr \(id)"
    case .foreignProgram(let path): "\(path) rrraawr"
    case .unidentified(let count, let all): "ahuma \(count) ahuur \(all)"
    case .workerIsStopped(let name, let id): "\(name) (\(id)) wyaaah"
    case .workerIsSilent(let name, let id): "\(name) (\(id)) huunn"
    case .warning(let warning, let id): "\(say(warning)) (hrrwr \(id))"
    case .indexIsFull: "irrndh grrf grrf"
    case .cacheInMemory(let reason): "kaaarsh huur: \(reason)"
    case .indexInMemory(let reason): "irrndh huur: \(reason)"
    case .searchIndexInMemory(let reason): "huum irrndh huur: \(reason)"
    case .historyInMemory(let reason): "awwgggghhh huur: \(reason)"
    case .damagedFile(let path): "\(path) uuughgh"
    case .damagedFileKept(let path): "uuughgh huur: \(path)"
    case .differentOrigins(let origins): "orrgh rrakk: \(origins)"
    case .otherRecords(let origin, let service, let other): "\(origin); \(service) \(other)"
    case .sameOrigin(let origin): "wuuuh \(origin)"
    case .server(let server, let state, let reason): "\(server) \(say(state))\(reason.map { ": \(say($0))" } ?? "")"
    case .unreachable: "aarrh ughuu"
    case .connectionLost: "raaah ughuu"
    case .noTLS: "aarrh TLS"
    case .timedOut: "huurh raaaaahh"
    case .slowDown: "huunn huunn"
    case .errorStatus(let status): "uughgh \(status)"
    case .supervisorIsStopped(let id): "holocron-supervisor (\(id)) wyaaah"
    case .givenUp(let process, let reason): "aarrh raarwh \(process): \(reason)"
    case .keepsEnding(let process, let reason): "\(process) raaah raaah: \(reason)"
    case .logged(let finding, let log): "\(say(finding)) (wruh: \(log))"
    case .crashes(let count): "\(figures.integer(count)) uuughgh (7 d)"
    }
  }

  public func say(_ phrase: ServerStatePhrase) -> String {
    switch phrase {
    case .works: "rowr"
    case .fails: "uugghh"
    case .probing: "uugghh, hrrm"
    case .paused(let seconds): "huunn, \(figures.duration(Double(seconds)))"
    case .failsUntil(let seconds): "uugghh, \(figures.duration(Double(seconds)))"
    }
  }

  public func say(_ phrase: RemedyPhrase) -> String {
    switch phrase {
    case .shell(let command): command
    case .installLibrary: "huwaaa libzmq 4.2 (Debian: libzmq3-dev)"
    case .installExplorer, .installProgram: "huwaaa holocron, PATH"
    case .installFleetProgram: "huwaa holocron-supervisor; aarrh holocron up"
    case .installOrigin: "huwaa holocron-supervisor; holocron up --origin"
    case .setTerminal: "huwaaa TERM, holocron explore --plain"
    case .setLocale: "huwaaa LC_ALL=C.UTF-8"
    case .ownKeys: "rrakk huh"
    case .correctSetting: "wuhrr huh"
    case .correctSettingOfServices: "wuhrr huh; aarrh huwaaa"
    case .correctProjectFile: "wuhrr huh, raaah"
    case .renameSection(let name, let similar): "\(name) huwaa '\(similar)'"
    case .removeSections(let count): "raaah \(count)"
    case .setHome: "huwaaa HOME"
    case .setOwnFolder(let variable), .setOtherFolder(let variable): "huwaaa \(variable)"
    case .setWritableFolder(let variable): "huwaaa \(variable) wyaaa"
    case .setShorterPath(let variable): "huwaaa \(variable) rrh"
    case .freeSpace(let variable): "grrf raaah, \(variable)"
    case .freeSpaceForCache: "grrf raaah"
    case .remove(let path): "raaah \(path)"
    case .moveOrRemove(let path): "raaah huur \(path)"
    case .restartBus: "raarwh hrooo: holocron down, holocron up"
    case .startBus: "huwaaa holocron up"
    case .checkAddress: "rrgh hrooo: --bus, HOLOCRON_BUS"
    case .waitOrUseEmbedded: "huurh huurh, holocron down, holocron up --origin embedded"
    case .startWorker(let program): "huwaaa \(program), holocron up"
    case .checkPrograms: "rrraawr rrgh; ahuma hrrwr"
    case .stopForeign(let id): "raaah: kill \(id)"
    case .resume(let id): "huwaaa: kill -CONT \(id)"
    case .restartStuck: "raaah rrgh: holocron down, holocron up"
    case .restart(let name): "huwaaa holocron restart \(name)"
    case .resumeOrRestart(let id, let name): "huwaaa kill -CONT \(id), holocron restart \(name)"
    case .correctThenRestart(let name): "uughgh raaah, holocron restart \(name)"
    case .correctCause: "uughgh raaah; huurh"
    case .largerIndex: "huwaaa --index-memory, holocron cache purge"
    case .makeWritableAndRestart: "grrf raaah, holocron restart --all, holocron down"
    case .makeWritable: "grrf raaah; irrndh wyaaa"
    case .oneOrigin: "raaah orrgh; orrgh rrh"
    case .nextFetch(let origin): "huurh; \(origin) wyaaa"
    case .checkServer: "ughuu rrgh; huurh"
    case .readReport(let path): "wruh \(path)"
    }
  }
}
