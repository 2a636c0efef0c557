import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing
import Text

@testable import CommandLine

@Suite struct QuizTests {
  private static func records() throws -> [Record] {
    try Kinds.standard.all.flatMap { try Catalogue.standard.records(of: $0.name) }
  }

  @Test func `each question has one right answer`() throws {
    let records = try Self.records()
    let byReference = Dictionary(uniqueKeysWithValues: records.map { ($0.reference, $0) })
    let maker = QuizMaker(records, kinds: .standard)
    var random = SplitMix64(seed: 7)
    let questions = maker.questions(300, using: &random)
    #expect(questions.count == 300 && Set(questions.map(\.text)).count == 300)
    for question in questions {
      #expect(question.choices.count == 4 && Set(question.choices).count == 4)
      let record = try #require(byReference[question.reference])
      let kind = try #require(Kinds.standard[record.reference.kind])
      let right = question.choices[question.answer]
      if let key = Self.comparedField(question, kind) {
        let same = records.filter { $0.reference.kind == kind.name }
        func rank(_ name: String) -> Rank? { same.filter { $0.name == name }.compactMap { $0.rank(key) }.max() }
        #expect(right == record.name)
        for other in question.choices where other != right {
          #expect(try #require(rank(other)) < #require(rank(right)), "\(question)")
        }
      } else {
        let field = try #require(
          kind.fields.first { $0.target != nil && question.text.contains("the \($0.label.lowercased()) of \(record.name)") })
        let names = Set((record.display(field.key)?.references ?? []).compactMap { byReference[$0]?.name })
        for choice in question.choices { #expect(names.contains(choice) == (choice == right), "\(question)") }
      }
    }
  }

  /// The ends of the questions whose wording is not made from the label of the field, with the key of the field.
  private static let endings = [
    " was born last?": "birthYear", " has supplies for the longest time?": "consumables", " carries the most passengers?": "passengers",
    " has the largest crew?": "crew", " has the longest rotation period?": "rotationPeriod",
    " has the longest orbital period?": "orbitalPeriod",
  ]

  /// Returns the key of the field that the records of a question are compared by; `nil` for a question about a relation.
  private static func comparedField(_ question: QuizQuestion, _ kind: Kind) -> String? {
    if let ending = endings.first(where: { question.text.hasSuffix($0.key) }) { return ending.value }
    return kind.fields.first { question.text.hasSuffix(" greatest \($0.label.lowercased())?") }?.key
  }

  @Test func `few records give few questions and end`() throws {
    var random = SplitMix64(seed: 1)
    let records = try Self.records()
    #expect(QuizMaker([], kinds: .standard).questions(10, using: &random).isEmpty)
    #expect(QuizMaker(Array(records.prefix(3)), kinds: .standard).questions(10, using: &random).isEmpty)
    let ships = QuizMaker(records, kinds: .standard).questions(5, about: KindName("starships"), using: &random)
    #expect(ships.count == 5 && ships.allSatisfy { $0.reference.kind == KindName("starships") })
  }

  @Test(arguments: [([], 1), (["", "q"], 1), (["x", "q"], 2)] as [([String], Int)])
  func `on a terminal, the first question says how to answer and stop`(lines: [String], expected: Int) async throws {
    let prompt = "Type a letter from a to d, nothing to skip, or q to stop.\n"
    // The score of a skipped question is saved.
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let harness = try await CommandHarness.ran(
      "quiz people --questions 3", columns: 80, variables: ["XDG_DATA_HOME": folder.path], typing: lines)
    #expect(harness.notes.hasPrefix(prompt + "> "))
    #expect(harness.notes.split(separator: prompt, omittingEmptySubsequences: false).count - 1 == expected, "\(harness.notes)")
    #expect(try await CommandHarness.ran("quiz people --questions 3").notes.isEmpty)
  }

  @Test func `the score counts answers and the longest run`() throws {
    var score = QuizScore()
    score.add([true, true, false, true])
    #expect(score.right == 3 && score.asked == 4 && score.longestRun == 2 && score.run == 1 && score.games == 1)
    #expect(QuizScore(score.json) == score)
    for text in [
      "{}", #"{"games":1,"asked":1,"right":2,"longestRun":1,"run":1}"#, #"{"games":-1,"asked":1,"right":1,"longestRun":1,"run":1}"#, "[]",
    ] {
      #expect(QuizScore(try JSON(parsing: text)) == nil)
    }
  }

  @Test func `a game is scored, and a damaged score is reported and kept`() async throws {
    let sandbox = try Sandbox()
    try await CommandLineProcessTests.serving(sandbox) {
      let process = try await RunningProcess.start(
        "/bin/sh", ["-c", "printf 'a\\nx\\n\\nb\\n' | holocron quiz people --questions 3 --timeout 120"], environment: sandbox.environment,
        keeping: sandbox.directory)
      try await process.ends(.exited(0))
      #expect(process.output.contains("3 of 3  ") && process.output.contains(" of 3 right; "))
      let path = sandbox.directory.file(".local/share/holocron/quiz.json")
      let saved = try JSON(parsing: try #require(Files.text(path)))
      #expect(saved["games"] == 1 && saved["asked"] == 3)
      try sandbox.directory.write("{", to: ".local/share/holocron/quiz.json")
      let failed = try await sandbox.holocron("quiz")
      #expect(failed.ending == .exited(1) && failed.errors.contains("cannot read the score in \(path)"))
      #expect(Files.text(path) == "{")
    }
  }

}

/// The counters of `holocron usage`.
@Suite struct UsageTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var variables: [String: String] { ["XDG_STATE_HOME": folder.path] }
  private var counters: UsageCounters { UsageCounters(Environment(variables)) }

  private func usage(_ line: String) async throws -> CommandHarness {
    let harness = CommandHarness(variables: variables)
    #expect(try await harness.run(line) == .success)
    return harness
  }

  @Test func `nothing is written until the counters are turned on`() async throws {
    counters.count("show")
    let harness = try await usage("usage")
    #expect(harness.notes == "holocron: the counters are off; holocron usage on turns them on\n")
    #expect(harness.output.isEmpty)
    #expect(try await usage("usage off").notes == "holocron: the counters are off\n")
    #expect(try await usage("usage clear").notes == "holocron: the counters are off\n")
    #expect(Folder.names(in: folder.path).isEmpty)
  }

  @Test func `commands are counted until the counters are turned off`() async throws {
    _ = try await usage("usage on")
    for command in ["show", "films", "show", "show", "films", "up"] { counters.count(command) }
    let json = try JSON(parsing: try await usage("usage --json").output)
    #expect(json["commands"] == ["show": 3, "films": 2, "up": 1])
    #expect(json["since"] == "2026-09-21T18:13:20Z")
    #expect(try await usage("usage show").output.hasSuffix("show\t3\nfilms\t2\nup\t1\n"))
    #expect(try await usage("usage on").notes == "holocron: the counters are already on\n")
    #expect(try FileStatus(of: counters.path).isPrivate)
    _ = try await usage("usage clear")
    #expect(counters.contents != nil && counters.counts.isEmpty)
    _ = try await usage("usage off")
    #expect(Folder.names(in: folder.file("holocron")).isEmpty)
  }

  @Test func `commands that run at once are all counted`() async throws {
    try counters.start(at: 0)
    await withTaskGroup { group in
      for _ in 1...4 { group.addTask { [counters] in for _ in 1...5 { counters.count("show", within: .testLimit) } } }
    }
    #expect(counters.counts.map(\.command) == ["show"] && counters.counts.first?.count == 20)
  }

  @Test(arguments: ["", "[]", "{\"since\":1}", "nonsense"]) func `a damaged file counts nothing and breaks nothing`(text: String)
    async throws
  {
    try Folder.create(folder.file("holocron"))
    try folder.write(text, to: "holocron/usage.json")
    counters.count("show")
    #expect(Files.text(counters.path) == text)
    #expect(try await usage("usage on").notes.hasPrefix("holocron: counting commands in "))
    #expect(counters.contents != nil && counters.counts.isEmpty)
  }
}
