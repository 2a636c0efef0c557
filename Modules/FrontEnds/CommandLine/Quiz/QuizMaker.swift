import Localization
import Models

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
  private let kinds: [KindDescription]
  private let records: [KindName: [Record]]
  private let names: [Reference: String]
  private let wording: Wording

  /// Attempts for each question: most combinations of a record and a field give one.
  private static let attempts = 200

  init(_ records: [Record], kinds: Kinds, wording: Wording = .standard) {
    self.wording = wording
    self.records = Dictionary(grouping: records) { $0.reference.kind }
    self.kinds = kinds.all.filter { [records = self.records] in (records[$0.name]?.count ?? 0) >= QuizQuestion.choiceCount }
    names = Dictionary(records.map { ($0.reference, $0.name) }) { first, _ in first }
  }

  /// Returns up to `count` different questions about `kind`, or about all kinds; fewer if the records give no more.
  func questions(_ count: Int, about kind: KindName? = nil, using random: inout some RandomNumberGenerator) -> [QuizQuestion] {
    var questions: [QuizQuestion] = []
    var asked: Set<String> = []
    var attempts = count * Self.attempts
    while questions.count < count, attempts > 0 {
      attempts -= 1
      guard let question = question(about: kind, using: &random), asked.insert(question.text).inserted else { continue }
      questions.append(question)
    }
    return questions
  }

  private func question(about name: KindName?, using random: inout some RandomNumberGenerator) -> QuizQuestion? {
    guard let kind = kinds.filter({ name == nil || $0.name == name }).randomElement(using: &random),
      let field = kind.fields.filter(Self.givesQuestion).randomElement(using: &random)
    else { return nil }
    let members = records[kind.name] ?? []
    if field.target != nil { return relation(field, of: members, using: &random) }
    return comparison(field, kind, members, using: &random)
  }

  /// Names and texts give no question.
  private static func givesQuestion(_ field: FieldDescription) -> Bool {
    field.section != nil && field.section != "Entry" && field.superlative != .meaningless
  }

  private func comparison(
    _ field: FieldDescription, _ kind: KindDescription, _ members: [Record], using random: inout some RandomNumberGenerator
  ) -> QuizQuestion? {
    var chosen: [(record: Record, number: Double)] = []
    for record in members.shuffled(using: &random) where chosen.count < QuizQuestion.choiceCount {
      guard case .quantity(let measures)? = record.display(field.key), measures.count == 1, let number = measures[0].number else {
        continue
      }
      guard !chosen.contains(where: { $0.number == number || $0.record.name == record.name }) else { continue }
      chosen.append((record, number))
    }
    guard chosen.count == QuizQuestion.choiceCount, let best = chosen.indices.max(by: { chosen[$0].number < chosen[$1].number }) else {
      return nil
    }
    return QuizQuestion(
      text: wording.language.say(greatest(field, of: kind)),
      choices: chosen.map(\.record.name), answer: best, reference: chosen[best].record.reference)
  }

  /// Returns the question which record has the greatest value of a field.
  private func greatest(_ field: FieldDescription, of kind: KindDescription) -> Phrase {
    let title = wording.title(of: kind)
    return switch field.superlative {
    case .bornLast: .bornLast(title)
    case .longestSupplies: .longestSupplies(title)
    case .mostPassengers: .mostPassengers(title)
    case .largestCrew: .largestCrew(title)
    case .longestRotation: .longestRotation(title)
    case .longestOrbit: .longestOrbit(title)
    case .greatest, .meaningless: .greatest(title, wording.label(of: field, in: kind.name))
    }
  }

  private func relation(
    _ field: FieldDescription, of members: [Record], using random: inout some RandomNumberGenerator
  ) -> QuizQuestion? {
    guard let record = members.randomElement(using: &random), let target = field.target else { return nil }
    let references = Set(record.display(field.key)?.references ?? [])
    guard let right = references.sorted().randomElement(using: &random), let name = names[right] else { return nil }
    var choices = [name]
    for other in (records[target] ?? []).shuffled(using: &random) where choices.count < QuizQuestion.choiceCount {
      guard !references.contains(other.reference), !choices.contains(other.name) else { continue }
      choices.append(other.name)
    }
    guard choices.count == QuizQuestion.choiceCount else { return nil }
    choices.shuffle(using: &random)
    guard let answer = choices.firstIndex(of: name) else { return nil }
    let label = wording.label(of: field, in: record.reference.kind)
    let isSingle = if case .reference? = record.display(field.key) { true } else { false }
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
}

/// Splits input into lines, and reads more only when a line is needed.
struct AnswerReader {
  /// Returns some bytes; none at the end of the input.
  let read: @Sendable () -> [UInt8]
  private var unread: [UInt8] = []
  private var isAtEnd = false
  /// An answer is short; more than this without a line feed is no answer.
  private static let longestLine = 4_096

  init(_ read: @escaping @Sendable () -> [UInt8]) { self.read = read }

  /// Returns the next line without its line feed; `nil` at the end of the input.
  mutating func next() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      if isAtEnd || unread.count > Self.longestLine {
        defer { unread = [] }
        return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
      }
      let bytes = read()
      if bytes.isEmpty { isAtEnd = true } else { unread += bytes }
    }
  }
}
