/// Texts of the quiz.
public enum QuizPhrase: Sendable, Hashable {
  /// The title of a kind, and the label of a field whose greatest value wins.
  case greatest(String, String)
  /// The title of a kind. The labels of these fields do not fit into a sentence.
  case bornLast(String), longestSupplies(String)
  case mostPassengers(String), largestCrew(String), longestRotation(String), longestOrbit(String)
  /// The label of a field that has one record, or several; and the name of the record that has the field.
  case single(String, of: String), among(String, of: String)
  /// Number of a question, and of all.
  case number(Int, of: Int)
  case correct
  /// The right answer, and the command that shows the record.
  case wrong(String, command: String)
  /// The last letter that can be typed.
  case prompt(last: String)
  /// Numbers of right answers, and of questions.
  case score(Int, of: Int)
  /// The same numbers of all games, and the longest run of right answers.
  case allGames(Int, of: Int, longestRun: Int)
  case newBest
}
