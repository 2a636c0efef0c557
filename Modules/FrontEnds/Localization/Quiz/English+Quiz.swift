extension English {
  public func say(_ phrase: QuizPhrase) -> String {
    switch phrase {
    case .greatest(let kind, let field): "Which of these \(kind.lowercased()) has the greatest \(field.lowercased())?"
    case .bornLast(let kind): "Which of these \(kind.lowercased()) was born last?"
    case .longestSupplies(let kind): "Which of these \(kind.lowercased()) has supplies for the longest time?"
    case .mostPassengers(let kind): "Which of these \(kind.lowercased()) carries the most passengers?"
    case .largestCrew(let kind): "Which of these \(kind.lowercased()) has the largest crew?"
    case .longestRotation(let kind): "Which of these \(kind.lowercased()) has the longest rotation period?"
    case .longestOrbit(let kind): "Which of these \(kind.lowercased()) has the longest orbital period?"
    case .single(let field, let name): "What is the \(field.lowercased()) of \(name)?"
    case .among(let field, let name): "Which of these is among the \(field.lowercased()) of \(name)?"
    case .number(let number, let count): "\(number) of \(count)"
    case .correct: "Right."
    case .wrong(let answer, let command): "No: \(answer) (see \(command))."
    case .prompt(let last): "Type a letter from a to \(last), nothing to skip, or q to stop."
    case .score(let right, let count): "\(right) of \(count) right"
    case .allGames(let right, let count, let run): "\(right) of \(count) in all, longest run \(run)"
    case .newBest: " (a new best)"
    }
  }
}
