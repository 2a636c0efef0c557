extension German {
  public func say(_ phrase: QuizPhrase) -> String {
    switch phrase {
    case .greatest(let kind, let field): "\(kind): Wo ist der Wert für „\(field)“ am größten?"
    case .bornLast(let kind): "\(kind): Wer wurde zuletzt geboren?"
    case .longestSupplies(let kind): "\(kind): Wo reichen die Vorräte am längsten?"
    case .mostPassengers(let kind): "\(kind): Wo haben die meisten Passagiere Platz?"
    case .largestCrew(let kind): "\(kind): Wo ist die Besatzung am größten?"
    case .longestRotation(let kind): "\(kind): Wo ist der Tag am längsten?"
    case .longestOrbit(let kind): "\(kind): Wo dauert ein Umlauf am längsten?"
    case .single(let field, let name): "Was steht bei \(name) unter „\(field)“?"
    case .among(let field, let name): "Was gehört bei \(name) zu „\(field)“?"
    case .number(let number, let count): "\(number) von \(count)"
    case .correct: "Richtig."
    case .wrong(let answer, let command): "Nein: \(answer) (siehe \(command))."
    case .prompt(let last): "Einen Buchstaben von a bis \(last) tippen, nichts zum Überspringen, q zum Beenden."
    case .score(let right, let count): "\(right) von \(count) richtig"
    case .allGames(let right, let count, let run): "\(right) von \(count) insgesamt, längste Serie \(run)"
    case .newBest: " (ein neuer Rekord)"
    }
  }
}
