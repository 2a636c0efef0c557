extension French {
  public func say(_ phrase: QuizPhrase) -> String {
    switch phrase {
    case .greatest(let kind, let field): "\(kind) : où la valeur « \(field) » est-elle la plus grande ?"
    case .bornLast(let kind): "\(kind) : qui est né en dernier ?"
    case .longestSupplies(let kind): "\(kind) : où les vivres durent-ils le plus longtemps ?"
    case .mostPassengers(let kind): "\(kind) : où y a-t-il de la place pour le plus de passagers ?"
    case .largestCrew(let kind): "\(kind) : où l’équipage est-il le plus nombreux ?"
    case .longestRotation(let kind): "\(kind) : où une rotation dure-t-elle le plus longtemps ?"
    case .longestOrbit(let kind): "\(kind) : où une révolution dure-t-elle le plus longtemps ?"
    case .single(let field, let name): "Que trouve-t-on sous « \(field) » chez \(name) ?"
    case .among(let field, let name): "Qui ou quoi figure sous « \(field) » chez \(name) ?"
    case .number(let number, let count): "\(number) sur \(count)"
    case .correct: "Exact."
    case .wrong(let answer, let command): "Non : \(answer) (voir \(command))."
    case .prompt(let last): "Tapez une lettre de a à \(last), rien pour passer, ou q pour arrêter."
    case .score(let right, let count): counted(right, "bonne réponse", "bonnes réponses") + " sur \(count)"
    case .allGames(let right, let count, let run): "\(right) sur \(count) en tout, plus longue série \(run)"
    case .newBest: " (nouveau record)"
    }
  }
}
