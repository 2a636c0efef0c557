import MessageBus
import OrderedJSON
import Platform

/// What the user has answered so far, in a file of the data folder.
struct QuizScore: Sendable, Hashable {
  private(set) var games = 0
  private(set) var asked = 0
  private(set) var right = 0
  /// The most right answers in a row, also across games.
  private(set) var longestRun = 0
  private(set) var run = 0

  private static let maximumSize = 4 << 10

  init() {}

  /// Reads what ``json`` writes; `nil` for anything else, such as numbers that cannot be.
  init?(_ json: JSON) {
    func count(_ name: String) -> Int? { json[name]?.int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }
    guard let games = count("games"), let asked = count("asked"), let right = count("right"), let longestRun = count("longestRun"),
      let run = count("run"), right <= asked, run <= longestRun, longestRun <= right
    else { return nil }
    (self.games, self.asked, self.right, self.longestRun, self.run) = (games, asked, right, longestRun, run)
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
    XDGFolders(environment).data.map { SharedJSONFile("\($0)/quiz.json", maximumSize: maximumSize) }
  }

  private static func failed(_ detail: String) -> Problem { Problem(500, "the score failed", detail: detail) }
}
