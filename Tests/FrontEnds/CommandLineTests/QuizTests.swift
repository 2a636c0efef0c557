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

  @Test func `the time limit holds for all requests together`() throws {
    let quiz = QuizCommand()
    #expect(quiz.isBounded(try quiz.arguments(["--timeout", "1"])))
  }

  @Test func `programs get the questions with their answers`() async throws {
    let harness = CommandHarness()
    #expect(try await harness.run("quiz planets --questions 4 --json") == .success)
    let questions = try #require(try JSON(parsing: harness.output).array)
    #expect(questions.count == 4 && questions.allSatisfy { $0["choices"]?.array?.count == 4 && $0["answer"]?.int != nil })
  }
}
