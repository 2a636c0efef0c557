extension Wookiee {
  public func say(_ phrase: QuizPhrase) -> String {
    switch phrase {
    case .greatest(let kind, let field): "\(kind): \(field) RRAWR?"
    case .bornLast(let kind): "\(kind): RRAWR ruhuur?"
    case .longestSupplies(let kind): "\(kind): RRAWR muaarh?"
    case .mostPassengers(let kind): "\(kind): RRAWR whuurah?"
    case .largestCrew(let kind): "\(kind): RRAWR hrruuw?"
    case .longestRotation(let kind): "\(kind): RRAWR grawhn?"
    case .longestOrbit(let kind): "\(kind): RRAWR wraargh?"
    case .single(let field, let name): "\(name): \(field) ahuur?"
    case .among(let field, let name): "\(name): \(field) ahuma?"
    case .number(let number, let count): "\(number) ahuur \(count)"
    case .correct: "Wyaaaaaa!"
    case .wrong(let answer, let command): "Uuughgh: \(answer) (\(command))."
    case .prompt(let last): "a–\(last), q raaah."
    case .score(let right, let count): "\(right) ahuur \(count) wyaaa"
    case .allGames(let right, let count, let run): "wuuuh \(right) ahuur \(count), RRAWR \(run)"
    case .newBest: " (RRAAWR!)"
    }
  }
}
