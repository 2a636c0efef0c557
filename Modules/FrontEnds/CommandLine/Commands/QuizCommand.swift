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

/// `holocron quiz`: asks questions about the records and keeps the score. `--timeout` limits the time until the first question.
struct QuizCommand: Command {
  let name = "quiz"
  let summary = "Answer questions about the catalogue"
  let usage = ["[KIND] [--questions N]"]
  let details = [
    "Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. The "
      + "score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers."
  ]
  let examples: [HelpRow] = [("holocron quiz", "ten questions"), ("holocron quiz starships --questions 3", "three about starships")]
  static let questions = Option("questions", "N", "Set the number of questions (default 10)", in: 1...100)
  let options = [questions.definition]
  let firstWords = KindOption.words
  let operands = 0...1

  /// An answer is short; a longer line is no answer.
  private static let longestLine = 4_096

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let kind = try await KindOption.parse(arguments.operands.first, context)
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
      Self.show(language.say(isRight ? Phrase("Right.") : .wrong(question.choices[question.answer], command: command)), in: context)
      context.print("\n")
    }
    guard !answers.isEmpty else { return .success }
    let score = try QuizScore.add(answers, context.environment)
    var text = language.say(.score(answers.count { $0 }, of: answers.count))
    if let score {
      text +=
        "; \(language.say("{right} of {count} in all, longest run {run}", .number(score.right), .number(score.asked), .number(score.longestRun)))"
      if let earlier, score.longestRun > earlier.longestRun, earlier.games > 0 { text += language.say(" (a new best)") }
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
    for kind in await context.repository.availableKinds(of: context.kinds) where context.kinds[kind] != nil {
      let list = try await context.repository.list(ListRequest(kind, .all))
      for item in list.page.items { records.append(try Record(received: item, kinds: context.kinds)) }
    }
    return records
  }
}

/// What the user has answered so far, in a file of the data folder.
struct QuizScore: Sendable, Hashable {
  private(set) var games = 0, asked = 0, right = 0
  /// The most right answers in a row, also across games, and how many the last ones are.
  private(set) var longestRun = 0, run = 0

  init() {}

  /// Reads what ``json`` writes; `nil` for anything else, such as numbers that cannot be.
  init?(_ json: JSON) {
    let numbers = ["games", "asked", "right", "longestRun", "run"].compactMap { json[$0]?.int }.filter((0...1_000_000_000).contains)
    guard numbers.count == 5 else { return nil }
    (games, asked, right, longestRun, run) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    guard right <= asked, run <= longestRun, longestRun <= right else { return nil }
  }

  var json: JSON {
    ["games": .number(games), "asked": .number(asked), "right": .number(right), "longestRun": .number(longestRun), "run": .number(run)]
  }

  /// Adds the answers of one game.
  mutating func add(_ answers: [Bool]) {
    (games, asked, right) = (games + 1, asked + answers.count, right + answers.count { $0 })
    for isRight in answers {
      run = isRight ? run + 1 : 0
      longestRun = max(longestRun, run)
    }
  }

  /// Reads the score of the user; an empty one if the file does not exist, and `nil` without a data folder. Throws if the file has other
  /// contents, which must not be overwritten.
  static func read(_ environment: Environment) throws(Problem) -> QuizScore? {
    guard let file = file(environment) else { return nil }
    guard file.exists else { return QuizScore() }
    guard let score = file.read().flatMap({ QuizScore($0) }) else {
      throw Problem(500, "the score failed", detail: "cannot read the score in \(file.path); remove the file to start again")
    }
    return score
  }

  /// Adds the answers of one game to the score of the user, and returns it. Games in two terminals wait for one another.
  static func add(_ answers: [Bool], _ environment: Environment) throws(Problem) -> QuizScore? {
    var score: QuizScore?
    try file(environment)?.update(within: .seconds(1)) { _ throws(Problem) in
      score = try read(environment)
      score?.add(answers)
      return score?.json
    }
    return score
  }

  private static func file(_ environment: Environment) -> SharedJSONFile? {
    XDGFolders(environment).data.map { SharedJSONFile("\($0)/quiz.json") }
  }
}

/// Makes questions from the fields of records, whatever their kinds. Pure: the random numbers are an argument.
///
/// | field | question |
/// |---|---|
/// | a quantity | Which of these people has the greatest height? |
/// | a reference | What is the homeworld of Luke Skywalker? |
/// | references | Which of these is among the pilots of X-wing? |
///
/// A question has one right answer: the compared values differ, and no wrong choice is referred to or has the same name as another.
struct QuizMaker: Sendable {
  private let kinds: [Kind]
  private let records: [KindName: [Record]]
  private let names: [Reference: String]
  private let wording: Wording

  /// Attempts for each question: most combinations of a record and a field give one.
  private static let attempts = 200

  init(_ records: [Record], kinds: Kinds, wording: Wording = .standard) {
    let byKind = Dictionary(grouping: records) { $0.reference.kind }
    (self.records, self.wording) = (byKind, wording)
    self.kinds = kinds.all.filter { (byKind[$0.name]?.count ?? 0) >= QuizQuestion.choiceCount }
    names = Dictionary(records.map { ($0.reference, $0.name) }) { first, _ in first }
  }

  /// Returns up to `count` different questions about `kind`, or about all kinds; fewer if the records give no more.
  func questions(_ count: Int, about kind: KindName? = nil, using random: inout some RandomNumberGenerator) -> [QuizQuestion] {
    var questions: [QuizQuestion] = []
    var asked: Set<String> = []
    for _ in 0..<(count * Self.attempts) where questions.count < count {
      guard let question = question(about: kind, using: &random), asked.insert(question.text).inserted else { continue }
      questions.append(question)
    }
    return questions
  }

  private func question(about name: KindName?, using random: inout some RandomNumberGenerator) -> QuizQuestion? {
    // Names and texts give no question.
    guard let kind = kinds.filter({ name == nil || $0.name == name }).randomElement(using: &random),
      let field = kind.fields.filter({ $0.section != nil && $0.section != "Entry" && $0.superlative != .meaningless })
        .randomElement(using: &random)
    else { return nil }
    let members = records[kind.name] ?? []
    return field.target.map { relation(field, to: $0, of: members, using: &random) } ?? comparison(field, kind, members, using: &random)
  }

  /// Returns the question which record has the greatest value of a field.
  private func comparison(
    _ field: Field, _ kind: Kind, _ members: [Record], using random: inout some RandomNumberGenerator
  ) -> QuizQuestion? {
    var chosen: [(record: Record, number: Double)] = []
    for record in members.shuffled(using: &random) where chosen.count < QuizQuestion.choiceCount {
      guard case .quantity(let measures)? = record.display(field.key), measures.count == 1, let number = measures[0].number,
        !chosen.contains(where: { $0.number == number || $0.record.name == record.name })
      else { continue }
      chosen.append((record, number))
    }
    guard chosen.count == QuizQuestion.choiceCount, let best = chosen.indices.max(by: { chosen[$0].number < chosen[$1].number }) else {
      return nil
    }
    let title = wording.title(of: kind)
    let text: Phrase =
      switch field.superlative {
      case .bornLast: .bornLast(title)
      case .longestSupplies: .longestSupplies(title)
      case .mostPassengers: .mostPassengers(title)
      case .largestCrew: .largestCrew(title)
      case .longestRotation: .longestRotation(title)
      case .longestOrbit: .longestOrbit(title)
      case .greatest, .meaningless: .greatest(title, wording.label(of: field, in: kind.name))
      }
    return QuizQuestion(
      text: wording.language.say(text), choices: chosen.map(\.record.name), answer: best, reference: chosen[best].record.reference)
  }

  /// Returns the question which record another one refers to.
  private func relation(
    _ field: Field, to target: KindName, of members: [Record], using random: inout some RandomNumberGenerator
  ) -> QuizQuestion? {
    guard let record = members.randomElement(using: &random), let value = record.display(field.key) else { return nil }
    let references = Set(value.references)
    guard let right = references.sorted().randomElement(using: &random), let name = names[right] else { return nil }
    var choices = [name]
    for other in (records[target] ?? []).shuffled(using: &random) where choices.count < QuizQuestion.choiceCount {
      if !references.contains(other.reference), !choices.contains(other.name) { choices.append(other.name) }
    }
    guard choices.count == QuizQuestion.choiceCount else { return nil }
    choices.shuffle(using: &random)
    guard let answer = choices.firstIndex(of: name) else { return nil }
    let label = wording.label(of: field, in: record.reference.kind)
    let isSingle = if case .reference = value { true } else { false }
    return QuizQuestion(
      text: wording.language.say(
        isSingle
          ? .single(label, of: record.name)
          : Phrase("Which of these is among the {field:lower} of {name}?", .text(label), .text(record.name))),
      choices: choices, answer: answer, reference: record.reference)
  }
}

/// A question with one right answer.
struct QuizQuestion: Sendable, Hashable {
  let text: String
  /// Names to choose from, in the order in which they are shown.
  let choices: [String]
  /// The index of the right choice.
  let answer: Int
  /// The record that shows the answer.
  let reference: Reference

  static let choiceCount = 4

  /// Returns the index of the choice that a letter or a number selects: `b`, `2`; `nil` for any other text.
  func choice(_ word: String) -> Int? {
    guard word.utf8.count == 1, let byte = word.utf8.first else { return nil }
    let index = Int(byte) - Int(byte >= UInt8(ascii: "a") ? UInt8(ascii: "a") : UInt8(ascii: "1"))
    return choices.indices.contains(index) ? index : nil
  }

  /// The letter of the choice at `index`: `a`.
  static func letter(_ index: Int) -> Character { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(index))) }

  var json: JSON {
    ["question": .string(text), "choices": .array(choices.map { .string($0) }), "answer": .number(answer), "record": reference.canonical]
  }
}
