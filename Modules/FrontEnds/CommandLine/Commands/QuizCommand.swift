import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
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
    var reader = AnswerReader(context.readInput)
    var answers: [Bool] = []
    for (index, question) in questions.enumerated() {
      Self.show(question.text, after: language.say(.number(index + 1, of: questions.count)), in: context)
      for (index, choice) in question.choices.enumerated() { context.print("  \(QuizQuestion.letter(index))  \(choice)\n") }
      if index == 0, context.terminal.isInteractive { Self.explainAnswers(to: question, context) }
      guard let choice = Self.choice(for: question, from: &reader, context) else { break }
      answers.append(choice == question.answer)
      let right = question.choices[question.answer]
      let command = "holocron show \(question.reference.description)"
      Self.show(language.say(choice == question.answer ? .correct : .wrong(right, command: command)), in: context)
      context.print("\n")
    }
    guard !answers.isEmpty else { return .success }
    let score = try QuizScore.add(answers, context.environment)
    context.print(Self.summary(answers, score, earlier, language))
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
  private static func choice(for question: QuizQuestion, from reader: inout AnswerReader, _ context: Context) -> Int? {
    while true {
      if context.terminal.isInteractive { context.output.write("> ", .note) }
      guard let line = reader.next() else { return nil }
      let word = line.filter { !$0.isWhitespace }.lowercased()
      if word == "q" { return nil }
      if word.isEmpty { return -1 }
      if let choice = question.choice(word) { return choice }
      explainAnswers(to: question, context)
    }
  }

  private static func explainAnswers(to question: QuizQuestion, _ context: Context) {
    context.note(context.language.say(.prompt(last: String(QuizQuestion.letter(question.choices.count - 1)))))
  }

  private static func summary(_ answers: [Bool], _ score: QuizScore?, _ earlier: QuizScore?, _ language: any Language) -> SafeText {
    var text = language.say(.score(answers.count { $0 }, of: answers.count))
    if let score {
      text += "; \(language.say(.allGames(score.right, of: score.asked, longestRun: score.longestRun)))"
      if let earlier, score.longestRun > earlier.longestRun, earlier.games > 0 { text += language.say(.newBest) }
    }
    return SafeText(text) + "\n"
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

extension QuizQuestion {
  fileprivate var json: JSON {
    ["question": .string(text), "choices": .array(choices.map { .string($0) }), "answer": .number(answer), "record": reference.canonical]
  }
}
