import MessageBus
import Platform

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
