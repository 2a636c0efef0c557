import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron quiz`: asks questions about the records and keeps the score.
///
/// `--timeout` limits the time until the first question: later, there are no requests.
struct QuizCommand: Command {
  let name = "quiz"
  let group = CommandGroup.catalogue
  let summary = "Answer questions about the catalogue"
  let usage = ["[KIND] [--questions N]"]
  let details = [
    "Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. The "
      + "score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers."
  ]
  let examples = [Example("holocron quiz", "ten questions"), Example("holocron quiz starships --questions 3", "three about starships")]
  static let questions = Option("questions", "N", "Set the number of questions (default 10)", in: 1...100)
  let options = [questions.definition]
  let firstWords = Kinds.standard.all.map(\.name.text)
  let operands = 0...1

  /// An answer is short; a longer line is no answer.
  private static let longestLine = 4_096

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let kind = try KindOption.parse(arguments.operands.first, context.kinds)
    let earlier = try QuizScore.read(context.environment)
    var random = SystemRandomNumberGenerator()
    let maker = QuizMaker(try await Self.records(context), kinds: context.kinds, wording: try context.wording())
    let questions = maker.questions(arguments[Self.questions] ?? 10, about: kind, using: &random)
    guard !questions.isEmpty else {
      throw Problem(404, "not found", detail: "there are too few records for a question", type: ProblemType.notFound)
    }
    if context.isForPrograms {
      context.show(ReportDocument([], json: .array(questions.map(\.json))))
      return .success
    }
    let language = context.language
    var reader = LineReader(limit: Self.longestLine)
    var answers: [Bool] = []
    for (index, question) in questions.enumerated() {
      Self.show(question.text, after: language.say(.number(index + 1, of: questions.count)), in: context)
      for (index, choice) in question.choices.enumerated() { context.print("  \(QuizQuestion.letter(index))  \(choice)\n") }
      if index == 0, context.terminal.isInteractive { Self.explainAnswers(to: question, context) }
      guard let choice = try Self.choice(for: question, from: &reader, context) else { break }
      let isRight = choice == question.answer
      answers.append(isRight)
      let command = "holocron show \(question.reference)"
      Self.show(language.say(isRight ? .correct : .wrong(question.choices[question.answer], command: command)), in: context)
      context.print("\n")
    }
    guard !answers.isEmpty else { return .success }
    let score = try QuizScore.add(answers, context.environment)
    var text = language.say(.score(answers.count { $0 }, of: answers.count))
    if let score {
      text += "; \(language.say(.allGames(score.right, of: score.asked, longestRun: score.longestRun)))"
      if let earlier, score.longestRun > earlier.longestRun, earlier.games > 0 { text += language.say(.newBest) }
    }
    context.print("\(text)\n")
    return .success
  }

  /// Prints a text in lines that fit the terminal, behind `number` or, where both do not fit in one line, below it.
  private static func show(_ text: String, after number: String? = nil, in context: Context) {
    let columns = context.terminal.output.columns ?? .max
    let line = (number.map { $0 + "  " } ?? "") + text
    let lines = line.columns <= columns ? [line] : [number].compactMap(\.self) + text.wrapped(to: columns)
    for line in lines { context.print("\(line)\n") }
  }

  /// Returns the chosen index, `-1` for a skipped question, `nil` at the end of the input. Asks again after other text.
  private static func choice(for question: QuizQuestion, from reader: inout LineReader, _ context: Context) throws(Problem) -> Int? {
    while true {
      if context.terminal.isInteractive { context.output.write("> ", .note) }
      guard let line = try reader.next({ context.readInput() }) else { return nil }
      let word = String(decoding: line.bytes ?? [0], as: UTF8.self).filter { !$0.isWhitespace }.lowercased()
      if word == "q" { return nil }
      if word.isEmpty { return -1 }
      if let choice = question.choice(word) { return choice }
      explainAnswers(to: question, context)
    }
  }

  private static func explainAnswers(to question: QuizQuestion, _ context: Context) {
    context.note(context.language.say(.prompt(last: String(QuizQuestion.letter(question.choices.count - 1)))))
  }

  /// Returns all records, from lists that the cache keeps.
  private static func records(_ context: Context) async throws(Problem) -> [Record] {
    var records: [Record] = []
    for kind in await context.repository.availableKinds(of: context.kinds) {
      let list = try await context.repository.list(ListRequest(kind, .all))
      for item in list.page.items { records.append(try Record(received: item, kinds: context.kinds)) }
    }
    return records
  }
}

/// What the user has answered so far, in a file of the data folder.
struct QuizScore: Sendable, Hashable {
  private(set) var games = 0
  private(set) var asked = 0
  private(set) var right = 0
  /// The most right answers in a row, also across games.
  private(set) var longestRun = 0
  private(set) var run = 0

  init() {}

  /// Reads what ``json`` writes; `nil` for anything else, such as numbers that cannot be.
  init?(_ json: JSON) {
    let numbers = ["games", "asked", "right", "longestRun", "run"].compactMap { name in
      json[name]?.int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
    }
    guard numbers.count == 5 else { return nil }
    (games, asked, right, longestRun, run) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    guard right <= asked, run <= longestRun, longestRun <= right else { return nil }
  }

  var json: JSON {
    [
      "games": .number(games), "asked": .number(asked), "right": .number(right), "longestRun": .number(longestRun), "run": .number(run),
    ]
  }

  /// Adds the answers of one game.
  mutating func add(_ answers: [Bool]) {
    for isRight in answers {
      asked += 1
      if isRight { right += 1 }
      run = isRight ? run + 1 : 0
      longestRun = max(longestRun, run)
    }
    games += 1
  }

  /// Reads the score of the user; an empty one if the file does not exist, and `nil` without a data folder. Throws if the file has other
  /// contents, which must not be overwritten.
  static func read(_ environment: Environment) throws(Problem) -> QuizScore? {
    guard let file = file(environment) else { return nil }
    guard file.exists else { return QuizScore() }
    guard let score = file.read().flatMap({ QuizScore($0) }) else {
      throw failed("cannot read the score in \(file.path); remove the file to start again")
    }
    return score
  }

  /// Adds the answers of one game to the score of the user, and returns it. Games in two terminals wait for one another.
  static func add(_ answers: [Bool], _ environment: Environment) throws(Problem) -> QuizScore? {
    guard let file = file(environment) else { return nil }
    func unsaved(_ error: SystemError) -> Problem { failed("cannot save the score in \(file.path): \(error)") }
    let lock: FileLock?
    do throws(SystemError) { lock = try file.lock(within: .seconds(1)) } catch { throw unsaved(error) }
    guard lock != nil else { throw failed("cannot save the score: another quiz is saving its own; try again") }
    defer { withExtendedLifetime(lock) {} }
    guard var score = try read(environment) else { return nil }
    score.add(answers)
    do throws(SystemError) { try file.replace(with: score.json) } catch { throw unsaved(error) }
    return score
  }

  private static func file(_ environment: Environment) -> SharedJSONFile? {
    XDGFolders(environment).data.map { SharedJSONFile("\($0)/quiz.json", maximumSize: 4 << 10) }
  }

  private static func failed(_ detail: String) -> Problem { Problem(500, "the score failed", detail: detail) }
}
