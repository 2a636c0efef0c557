import Localization
import Models
import OrderedJSON

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
      text: wording.language.say(isSingle ? .single(label, of: record.name) : .among(label, of: record.name)),
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
