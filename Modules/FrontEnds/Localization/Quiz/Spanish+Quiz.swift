extension Spanish {
  public func say(_ phrase: QuizPhrase) -> String {
    switch phrase {
    case .greatest(let kind, let field): "\(kind): ¿dónde es mayor el valor «\(field)»?"
    case .bornLast(let kind): "\(kind): ¿quién nació más tarde?"
    case .longestSupplies(let kind): "\(kind): ¿dónde duran más los víveres?"
    case .mostPassengers(let kind): "\(kind): ¿dónde caben más pasajeros?"
    case .largestCrew(let kind): "\(kind): ¿dónde es más numerosa la tripulación?"
    case .longestRotation(let kind): "\(kind): ¿dónde dura más una rotación?"
    case .longestOrbit(let kind): "\(kind): ¿dónde dura más una órbita?"
    case .single(let field, let name): "¿Qué figura en «\(field)» de \(name)?"
    case .among(let field, let name): "¿Cuál de estos está entre «\(field)» de \(name)?"
    case .number(let number, let count): "\(number) de \(count)"
    case .correct: "Correcto."
    case .wrong(let answer, let command): "No: \(answer) (véase \(command))."
    case .prompt(let last): "Escriba una letra de a a \(last), nada para saltar, o q para terminar."
    case .score(let right, let count): "\(right) de \(count) correctas"
    case .allGames(let right, let count, let run): "\(right) de \(count) en total, racha más larga \(run)"
    case .newBest: " (nuevo récord)"
    }
  }
}
