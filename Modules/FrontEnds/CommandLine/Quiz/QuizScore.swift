import MessageBus
import OrderedJSON
import Platform

/// What the user has answered so far.
struct QuizScore: Sendable, Hashable {
  private(set) var games = 0
  private(set) var asked = 0
  private(set) var right = 0
  /// The most right answers in a row, also across games.
  private(set) var longestRun = 0
  private(set) var run = 0

  mutating func add(_ isRight: Bool) {
    asked += 1
    if isRight { right += 1 }
    run = isRight ? run + 1 : 0
    longestRun = max(longestRun, run)
  }

  mutating func endGame() { games += 1 }

  /// Reads what ``json`` writes; `nil` for anything else, such as numbers that cannot be.
  init?(_ json: JSON) {
    func count(_ name: String) -> Int? { json[name]?.int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }
    guard let games = count("games"), let asked = count("asked"), let right = count("right"), let longestRun = count("longestRun"),
      let run = count("run"), right <= asked, run <= longestRun, longestRun <= right
    else { return nil }
    (self.games, self.asked, self.right, self.longestRun, self.run) = (games, asked, right, longestRun, run)
  }

  init() {}

  var json: JSON {
    [
      "games": .number(games), "asked": .number(asked), "right": .number(right), "longestRun": .number(longestRun), "run": .number(run),
    ]
  }
}

/// Why the score cannot be read or saved.
struct QuizScoreError: Error {
  /// A sentence that starts in lower case.
  let message: String
}

/// The file of the score, in the data folder.
struct QuizScoreFile: Sendable {
  private let file: SharedJSONFile
  private static let maximumSize = 4 << 10

  /// `nil` without a data folder.
  init?(_ environment: Environment) {
    guard let folder = XDGFolders(environment).data else { return nil }
    file = SharedJSONFile("\(folder)/quiz.json", maximumSize: Self.maximumSize)
  }

  /// The score; an empty one if the file does not exist. Throws if the file has other contents, which must not be overwritten.
  func read() throws(QuizScoreError) -> QuizScore {
    guard file.exists else { return QuizScore() }
    guard let score = file.read().flatMap({ QuizScore($0) }) else {
      throw QuizScoreError(message: "cannot read the score in \(file.path); remove the file to start again")
    }
    return score
  }

  /// Adds the answers of one game. Games in two terminals wait for one another.
  func add(_ answers: [Bool]) throws(QuizScoreError) -> QuizScore {
    do {
      guard let lock = try file.lock(within: .seconds(1)) else {
        throw QuizScoreError(message: "cannot save the score: another quiz is saving its own; try again")
      }
      defer { withExtendedLifetime(lock) {} }
      var score = try read()
      answers.forEach { score.add($0) }
      score.endGame()
      try file.replace(with: score.json)
      return score
    } catch let error as QuizScoreError { throw error } catch {
      throw QuizScoreError(message: "cannot save the score in \(file.path): \(error)")
    }
  }
}
