import MessageBus
import OrderedJSON
import Platform

/// What the user has answered so far, in a file in the data folder.
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

/// The file of the score.
struct QuizScoreFile: Sendable {
  private let path: String
  private static let maximumSize = 4 << 10

  /// `nil` without a data folder.
  init?(_ environment: Environment) {
    guard let folder = XDGFolders(environment).data else { return nil }
    path = "\(folder)/quiz.json"
  }

  /// The score; an empty one if the file does not exist. Throws a sentence if it has other contents, which must not be overwritten.
  func read() throws(QuizScoreError) -> QuizScore {
    guard FileSystem.exists(path) else { return QuizScore() }
    guard let bytes = try? RegularFile.read(path, upTo: Self.maximumSize, followsLink: false), let json = try? JSON(parsing: bytes),
      let score = QuizScore(json)
    else { throw QuizScoreError(message: "cannot read the score in \(path); remove the file to start again") }
    return score
  }

  /// Adds the answers of one game. Games in two terminals wait for one another.
  func add(_ answers: [Bool]) throws(QuizScoreError) -> QuizScore {
    do {
      if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
      guard let lock = try FileLock.acquire("\(path).lock", within: .seconds(1)) else {
        throw QuizScoreError(message: "cannot save the score: another quiz is saving its own; try again")
      }
      defer { withExtendedLifetime(lock) {} }
      var score = try read()
      answers.forEach { score.add($0) }
      score.endGame()
      try RegularFile.replace(path, with: score.json.bytes())
      return score
    } catch let error as QuizScoreError { throw error } catch {
      throw QuizScoreError(message: "cannot save the score in \(path): \(error)")
    }
  }
}

struct QuizScoreError: Error {
  let message: String
}
