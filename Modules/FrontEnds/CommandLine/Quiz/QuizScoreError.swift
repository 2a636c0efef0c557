/// Why the score cannot be read or saved.
struct QuizScoreError: Error {
  /// A sentence that starts in lower case.
  let message: String
}
