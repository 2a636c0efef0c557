import Testing

@testable import Localization

/// Every phrase of `holocron doctor` and of the details of errors, in every language.
@Suite struct DoctorPhrasesTests {
  private static let checks: [CheckPhrase] = [
    .configuration, .cacheFolder, .dataFolder, .logFolder, .sockets, .socketPath, .supervisor, .crashes, .terminal, .bus, .origin, .origins,
    .originServer, .cache, .searchIndex,
  ]
  private static let findings: [DoctorPhrase] = [
    .version("1"), .oldVersion("1"), .notInstalled, .noFile, .limitedTerminal("t"), .otherEncoding("l"),
    .unreadSections(file: "f", ["'a'"]),
    .unreadSections(file: "f", ["'a'", "'b'"]), .cannotCreateFiles(in: "f", reason: "r"), .cannotWrite(to: "f", reason: "r"),
    .cannotInspect("f", reason: "r"), .notASocket("f"), .notAFolder("f"), .privateFolder("f"), .openFolder("f"),
    .foreignFolder("f", owner: "u"), .createdWithBus("f"), .createdWhenNeeded("f"), .writable("f"), .pathTooLong("f"),
    .littleSpace("f", bytes: 1), .noCacheLocation, .noHistoryLocation, .responds("e"), .nothingRuns(at: "e"), .noResponse("e", .text("p")),
    .originResponds(kinds: "k"), .noWorker, .workers(1, []), .workers(2, [.process(program: "p", 1), .process(program: nil, 2)]),
    .process(program: nil, 1), .noSuchProcess(1), .foreignProgram("p"), .unidentified(1, of: 2), .workerIsStopped("w", 1),
    .workerIsSilent("w", 1), .warning(.indexIsFull, process: 1), .indexIsFull, .cacheInMemory(reason: "r"),
    .indexInMemory(reason: "r"), .searchIndexInMemory(reason: "r"), .historyInMemory(reason: "r"), .damagedFile("f"),
    .damagedFileKept("f"), .differentOrigins("o"),
    .otherRecords(origin: "a", service: "s", other: "b"), .sameOrigin("o"), .server("s", .failsUntil(retryIn: 8), reason: .unreachable),
    .unreachable, .connectionLost, .noTLS, .timedOut, .slowDown, .errorStatus(500), .supervisorIsStopped(1), .givenUp("p", reason: "r"),
    .keepsEnding("p", reason: "r"), .logged(.noWorker, log: "l"), .crashes(1), .crashes(2), .both(.noWorker, .indexIsFull),
    .because(.noWorker, .timedOut), .text("t"), .error(.noBus, .nothingListens("e"), english: "x"), .detail(.clientFull),
    .notice(.ignoredFile("f", .notRegular)), .notice(.ignoredFile("f", .foreignOwner("o"))),
    .notice(.ignoredFile("f", .othersCanWrite)), .notice(.ignoredSetting(.named("s"), allowed: ["a"])),
    .notice(.takenKeys(.named("s"), [TakenKey("k", by: "a", from: "b")])),
  ]
  private static let servers: [ServerStatePhrase] = [.works, .fails, .probing, .paused(retryIn: 8), .failsUntil(retryIn: 8)]
  private static let remedies: [RemedyPhrase] = [
    .installLibrary, .installExplorer, .installProgram, .installFleetProgram, .installOrigin, .setTerminal, .setLocale,
    .ownKeys, .correctSetting, .correctSettingOfServices,
    .correctProjectFile,
    .renameSection("'a'", "b"), .removeSections(1), .removeSections(2), .setHome, .setOwnFolder("V"), .setOtherFolder("V"),
    .setWritableFolder("V"), .setShorterPath("V"), .freeSpace(orSet: "V"), .freeSpaceForCache, .remove("p"), .moveOrRemove("p"),
    .restartBus, .checkAddress,
    .startBus, .waitOrUseEmbedded, .startWorker("p"), .checkPrograms, .stopForeign(1), .resume(1), .restartStuck, .restart("p"),
    .resumeOrRestart(1, "p"), .correctThenRestart("p"), .correctCause, .largerIndex, .makeWritableAndRestart, .makeWritable, .oneOrigin,
    .nextFetch(kept: "o"), .checkServer, .readReport("p"),
  ]
  private static let details: [ErrorDetailPhrase] = [
    .noWorkerOffers("s"), .queueFull("s"), .clientFull, .brokerFull, .repliesUnread, .noWorkerFree("s"), .noTimeLeft("s"),
    .workerTimedOut("s"), .workerLost("s"), .noAnswer("s", request: "GET /x", milliseconds: 5), .brokerSilent("e"), .noHandshake("e"),
    .notCached("r"), .cacheBusy("r"),
    .stillFetching("r"), .noFetcher("r", program: "p"), .originBusy, .searchBusy, .startWith("c"), .refused("o"),
    .unreachable("o"), .unknownHost("o"), .connectTimedOut("o"), .connectionBroken("o"), .noTLS("o"), .timedOut("o"), .throttled("o"),
    .errorStatus("o", 500, detail: nil), .errorStatus("o", 500, detail: "d"), .failing("o", retryIn: 8), .failing("o", retryIn: nil),
    .noRecord("r", origin: "o"), .noRecord("r", origin: nil), .noPage("k", 9, of: 3), .noPath("a", "b"), .noWebPage("r"),
    .tooManyWords(limit: 3), .spacedFilter("a>1"), .fieldWithoutOrder("f", example: "f:1"), .numberNeeded("f", example: "f>1"),
    .dateNeeded("f", example: "f>1"), .unknownFilterField("f", hasSuggestions: false), .unknownFilterField("f", hasSuggestions: true),
    .unknownFilterKind("k"), .kindAsField("f", example: "kind:f"), .fieldOfOtherKinds("f", ["a", "b"]),
    .unknownSubcommand("w", ["a"]), .unknownKind("w", ["a"]), .unknownField("w", ["a"]), .unknownSortKey("w", ["a"]),
    .unknownFilm("w", ["a"]), .notAFavourite("r"), .notInHistory("t"), .unknownOption("o"), .unknownCommand("c"),
    .unexpectedArgument("a"), .missingArgument(usage: ["u", "v"]), .missingValue(option: "o", .choices(["a"])),
    .missingValue(option: "o", nil), .invalidValue("v", option: "o", .wholeNumber(from: 1, to: 2)),
    .invalidValue("v", option: "o", .wholeNumber(from: 1, to: nil)), .invalidValue("v", option: "o", .seconds(from: 0.1, to: 2)),
    .invalidValue("v", option: "o", .secondsAbove(0, to: 2)), .invalidValue("v", option: "o", .nonEmptyText),
    .incompleteFilter("mass>", example: "mass>100"),
    .nothingListens("e"), .noName("n"), .manyRecords(3), .stillFinishing("p", 7),
    .processesFinishing(["a", "b"]), .notStarted(["a", "b"], logs: "l"), .startFailed(["a"], .noWorker, log: "l"),
    .processGivenUp(.noWorker, process: "p", log: "l"), .unresponsiveWorker(.workerIsSilent("w", 7), .restart("w")), .notSupervised,
    .runsInNode(7, command: "c"), .startedByHand(bus: "b", command: "c"), .needsFleet(command: "c"), .fleetUnfinished(7, logs: "l"),
    .noTimeFor("r"), .busStarting("b"), .missingFolder("f"), .noExportHeader, .exportVersion(2, supported: 1), .emptyExport,
    .inputUnfinished("f"),
    .inputUnfinished(nil), .otherVersion(7), .otherOrigin("o", options: "p"), .otherBus("b", options: "p"), .ignoredOption("o", bus: "b"),
    .expressionTimeout, .expressionMemoryLimit, .expressionCrash, .configurationNotWritten("f", reason: "r"), .configurationInUse("f"),
    .configurationTooLarge("f", limit: 7), .editorFailed("e"), .editorNeedsTerminal,
    .setting(SettingMistake(.notBoolean, .named("s"))),
  ]
  private static let mistakes = SettingMistake.Form.allCases.map {
    SettingMistake($0, .named("s"), value: "v", words: ["a", "b"], choices: ["c"])
  }

  @Test func `the lists have every phrase`() throws {
    try PhraseCases.check(Self.checks, in: "Doctor/CheckPhrase", but: ["named"])
    try PhraseCases.check(Self.findings, in: "Doctor/DoctorPhrase")
    try PhraseCases.check(Self.servers, in: "Doctor/DoctorPhrase")
    try PhraseCases.check(Self.remedies, in: "Doctor/RemedyPhrase", but: ["shell"])
    try PhraseCases.check(Self.details, in: "Errors/ErrorDetailPhrase")
  }

  @Test func `every phrase has a text in every language`() {
    PhraseTable.check(Self.checks.map { check in { $0.name(of: check) } }, same: ["Bus", "Supervisor", "Terminal"])
    PhraseTable.check(Self.findings.map { phrase in { $0.say(phrase) } }, same: ["t"])
    PhraseTable.check(Self.servers.map { phrase in { $0.say(phrase) } })
    PhraseTable.check(CheckStatePhrase.allCases.map { phrase in { $0.say(phrase) } })
    PhraseTable.check(Self.remedies.map { phrase in { $0.say(phrase) } })
    PhraseTable.check(Self.details.map { phrase in { $0.describe(phrase) } })
    PhraseTable.check(Self.mistakes.map { phrase in { $0.describe(phrase) } })
    PhraseTable.check(ErrorPhrase.allCases.map { phrase in { $0.describe(phrase) } })
  }

  /// A command is not itself started, as a program is.
  @Test func `in German, a command starts what is missing`() {
    let (german, command) = (German(), "holocron up")
    let texts = [
      german.say(StatusPhrase.noWorker(command)), german.say(FindingPhrase.noSearchWorker(command)),
      german.describe(ErrorDetailPhrase.startWith(command)), german.describe(ErrorDetailPhrase.noFetcher("r", program: command)),
      german.say(ReportPhrase.noCacheWorker(command)), german.say(ReportPhrase.noFetcher(command)),
      german.say(ReportPhrase.searchWorkerMissing(command)), german.say(RemedyPhrase.startWorker(command)),
      german.say(RemedyPhrase.startBus),
    ]
    for text in texts { #expect(text.contains("\(command) startet "), "\(text)") }
  }

  @Test func `workers and origins have one name in a language`() {
    #expect(German().say(DoctorPhrase.damagedFile("f")).contains("Arbeiter") && German().say(NoticePhrase.originFails) == "Quelle gestört")
    #expect(French().say(DoctorPhrase.damagedFile("f")).contains("agent"))
  }

  @Test(arguments: Languages.all.map(\.code)) func `texts of other programs are the same in every language`(code: String) throws {
    let language = try #require(Languages.matching(code))
    #expect(language.say(DoctorPhrase.text("the disk is full")) == "the disk is full")
    #expect(language.say(RemedyPhrase.shell("chmod 700 /x")) == "chmod 700 /x")
    #expect(language.name(of: .named("libzmq")) == "libzmq")
    #expect(language.say(RemedyPhrase.waitOrUseEmbedded).contains("holocron up --origin embedded"))
    #expect(language.say(RemedyPhrase.resumeOrRestart(7, "cache-1")).contains("kill -CONT 7"))
    #expect(language.describe(ErrorDetailPhrase.errorStatus("http://h/api", 503, detail: "no quota")).hasSuffix(": no quota"))
  }

  @Test(arguments: [
    ("de", "j", true), ("de", "Ja", true), ("de", "y", true), ("de", "n", false), ("de", "", false), ("fr", "o", true),
    ("fr", " OUI ", true),
    ("es", "s", true), ("es", "Sí", true), ("es", "si", true), ("ja", "はい", true), ("ja", "y", true), ("en", "yes", true),
    ("en", "j", false),
    ("en", "yess", false), ("x-wookiee", "w", true), ("x-wookiee", "yes", true), ("x-wookiee", "o", false),
  ])
  func `a question takes the letters of the language, and y`(code: String, answer: String, isYes: Bool) throws {
    #expect(try #require(Languages.matching(code)).answers.isYes(answer) == isYes)
  }

  @Test func `the prompt shows the letters of the language`() {
    #expect(English().answers.choices() == "[y/N]" && English().answers.choices(defaultIsYes: true) == "[Y/n]")
    #expect(German().answers.choices() == "[j/N]" && German().answers.choices(defaultIsYes: true) == "[J/n]")
    #expect(French().answers.choices() == "[o/N]" && Spanish().answers.choices() == "[s/N]")
  }
}
