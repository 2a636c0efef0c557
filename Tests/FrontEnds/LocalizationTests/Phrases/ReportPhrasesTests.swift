import Testing

@testable import Localization

/// Every phrase of reports, notes, progress and the quiz, in every language.
@Suite struct ReportPhrasesTests {
  private static let labels: [ReportPhrase] = [
    .hitRatio, .freshHits, .staleHits, .misses, .fetchCount, .unchanged, .failures, .entryCount, .size, .inMemory, .memory, .evictions,
    .cached, .duration, .exported, .file, .imported, .skipped, .rejected, .checked, .damaged, .removed, .totals, .incomplete, .address,
    .searchText, .time, .record, .recordName, .matchedIn, .field, .relation, .since, .command, .runs, .setting, .value, .source, .scope,
    .filePath,
    .waiting, .slow, .program, .server, .fetcher, .retriesLeft, .rate,
  ]
  private static let texts: [ReportPhrase] = [
    .entries(3), .records(3), .lines(3), .searches(3), .recordsOfSize(3, bytes: 2_048), .olderEntries(3), .evictedEntries(3),
    .moreEntries(3), .noDamage, .countedAgain, .wrong, .pagesWithGaps(3), .justNow, .ago("2 h"), .standardSource,
    .settingInFile("'a'", file: "/f"), .fileIsRead, .fileIsMissing,
    .fileIsIgnored("r"), .projectFile, .userFile, .systemFile, .notResponding, .stoppedBySignal, .unidentified(2),
    .noCacheWorker("p"),
    .noFetcher("p"), .searchWorkerMissing("p"), .attached, .recordsIndexed(2, of: 3), .recordsIndexed(2, of: nil), .isComplete("x"),
    .isFilling("x"),
    .isStarting("x"), .isIncomplete("x", command: "c"), .rateAndTotal("1/s", "2"), .recently("1%", "2%"), .rateLimit("1/s", "2/s"),
    .requestCount(3), .morePeers(3),
  ]
  private static let notes: [NotePhrase] = [
    .listIncomplete("x", counted: 3, returned: 2), .firstPage(1, of: 2, "x"), .cachedListSearched("x"),
    .silentOriginListSearched("2 s"), .bestOnly(1, of: 2, option: "-o"),
    .searchNotSaved("x"), .indexIncomplete(1, of: 2), .originSearched(1, of: nil), .namesOfOneRecord, .expressionFailed("x", count: 1),
    .expressionFailed("x", count: 20), .stepCount(3),
    .opening("x"),
    .recordSource("x", source: "y", age: 3), .oneServer(of: 3), .unknownOrigin, .exported(3, bytes: 1), .leftOut(3, command: "c"),
    .lineRejected(3, "x"), .moreRejected(3), .repairHint("c"), .notFetched("x", "y"), .listLacks("x", 3), .process("p", 1),
    .list(["a", "b"]), .orphans("x"), .notStopped(bus: "b"), .notStarted(bus: "b"), .otherFleetKept(bus: "b"),
    .makingRoom("p"), .wasKilled("p"), .waitingForEnd("p"), .startInterrupted,
    .sizes(caches: 2, fetchers: 1, searches: 3), .alreadyRunning("x"), .alreadySized("x", "y"), .resized("x", "y"),
    .restartedProcesses("x"),
    .logsElsewhere("x", unwritable: "y", reason: "z"),
    .lastLines(of: "x"), .noExplorer("p"), .dumbTerminal, .nodeRunsAll, .noLogs(in: "x"), .followingLog("x"), .followingLogs(3),
    .watching(nil),
    .watching("x"), .eventsMissed, .busIsLost, .unknownTopic("x"), .recording(to: "x"), .requestsMissed(3), .recordingAgain, .countersAreOn,
    .countersAreOff,
    .countersTurnedOff, .countsAreZero, .countersCanBeTurnedOn("c"), .counting(in: "x", stop: "c"), .purgeEverything, .purgeKind("x"),
    .purgeRecord("x"), .clearHistory, .editAgain,
  ]
  private static let progress: [ProgressPhrase] = [
    .readingLists, .fetching, .exporting, .importing, .checking, .fillingIndex, .restarting, .readingNames, .imported(3), .indexed(3),
    .starting, .startingProgram("p"), .waiting(for: ["a", "b"]), .reading("x"), .lookingUp("x"), .restartingProcess("x", 1, of: 2),
    .timeLeft("2:05"), .perSecond("3"),
  ]
  private static let quiz: [QuizPhrase] = [
    .greatest("Films", "Height"), .bornLast("x"), .longestSupplies("x"), .mostPassengers("x"), .largestCrew("x"), .longestRotation("x"),
    .longestOrbit("x"), .single("Homeworld", of: "x"),
    .among("Pilots", of: "x"), .number(1, of: 2), .correct,
    .wrong("x", command: "c"), .prompt(last: "d"), .score(3, of: 4), .allGames(3, of: 4, longestRun: 2), .newBest,
  ]

  @Test func `the lists have every phrase`() throws {
    try PhraseCases.check(Self.labels + Self.texts, in: "Reports/ReportPhrase")
    try PhraseCases.check(Self.notes, in: "Notes/NotePhrase")
    try PhraseCases.check(Self.progress, in: "Progress/ProgressPhrase")
    try PhraseCases.check(Self.quiz, in: "Quiz/QuizPhrase")
  }

  /// Words that are the same in another language.
  private static let same: Set<String> = ["Name", "Server", "System", "Source", "Memory"]

  @Test func `every phrase has a text in every language`() {
    PhraseTable.check((Self.labels + Self.texts).map { phrase in { $0.say(phrase) } }, same: Self.same)
    PhraseTable.check(Self.notes.map { phrase in { $0.say(phrase) } }, same: ["--jq: x"])
    PhraseTable.check(Self.progress.map { phrase in { $0.say(phrase) } }, same: ["3/s"])
    PhraseTable.check(Self.quiz.map { phrase in { $0.say(phrase) } })
  }

  @Test func `a list of services has commas and one word for and`() {
    let phrase = ProgressPhrase.waiting(for: ["a", "b", "c"])
    #expect(English().say(phrase) == "waiting for a, b and c")
    #expect(German().say(phrase) == "warte auf a, b und c")
    #expect(French().say(phrase) == "en attente de a, b et c")
    #expect(Spanish().say(phrase) == "esperando a a, b y c")
    #expect(Japanese().say(phrase) == "a、b、c を待機中")
  }

  @Test func `one thing is singular`() {
    #expect(English().say(NotePhrase.moreRejected(1)) == "1 more line was rejected")
    #expect(English().say(NotePhrase.requestsMissed(1)).hasPrefix("1 request was not recorded: "))
    #expect(German().say(NotePhrase.requestsMissed(1)).hasPrefix("1 Anfrage fehlt in der Aufzeichnung: "))
    #expect(French().say(NotePhrase.requestsMissed(1)).hasPrefix("1 requête n’a pas été enregistrée : "))
    #expect(Spanish().say(NotePhrase.requestsMissed(1)).hasPrefix("1 petición no se grabó: "))
    #expect(English().say(ReportPhrase.recordsOfSize(1, bytes: 0)).hasPrefix("1 record, "))
    #expect(English().say(ReportPhrase.recordsIndexed(1, of: nil)) == "1 record indexed")
    #expect(German().say(DoctorPhrase.unidentified(1, of: 2)) == "1 von 2 meldet keine eigene Prozessnummer")
  }

  @Test(arguments: Languages.all.map(\.code)) func `labels differ from one another where two stand together`(code: String) throws {
    let language = try #require(Languages.matching(code))
    let statistics: [ReportPhrase] = [
      .hitRatio, .freshHits, .staleHits, .misses, .fetchCount, .unchanged, .failures, .entryCount, .size, .inMemory, .memory, .evictions,
    ]
    #expect(Set(statistics.map { language.say($0) }).count == statistics.count)
  }
}

/// Checks that languages say all phrases, and not in English.
enum PhraseTable {
  /// The languages whose texts must differ from those in English.
  private static let translated: [any Language] = [German(), French(), Spanish(), Japanese()]

  static func check(_ phrases: [(any Language) -> String], same: Set<String> = []) {
    for phrase in phrases {
      let english = phrase(English())
      for language in Languages.all { #expect(!phrase(language).isEmpty, "\(language.code): \(english)") }
      for language in translated where !same.contains(english) && !same.contains(phrase(language)) {
        #expect(phrase(language) != english, "\(language.code)")
      }
    }
  }
}
