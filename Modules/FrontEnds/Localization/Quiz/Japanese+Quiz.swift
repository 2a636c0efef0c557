extension Japanese {
  public func say(_ phrase: QuizPhrase) -> String {
    switch phrase {
    case .greatest(let kind, let field): "\(kind)のうち「\(field)」の値が最も大きいのはどれですか。"
    case .bornLast(let kind): "\(kind)のうち、最も後に生まれたのは誰ですか。"
    case .longestSupplies(let kind): "\(kind)のうち、補給なしの期間が最も長いのはどれですか。"
    case .mostPassengers(let kind): "\(kind)のうち、乗客が最も多く乗れるのはどれですか。"
    case .largestCrew(let kind): "\(kind)のうち、乗員が最も多いのはどれですか。"
    case .longestRotation(let kind): "\(kind)のうち、自転周期が最も長いのはどれですか。"
    case .longestOrbit(let kind): "\(kind)のうち、公転周期が最も長いのはどれですか。"
    case .single(let field, let name): "\(name)の「\(field)」はどれですか。"
    case .among(let field, let name): "\(name)の「\(field)」に含まれるのはどれですか。"
    case .number(let number, let count): "\(count)問中\(number)問目"
    case .correct: "正解です。"
    case .wrong(let answer, let command): "不正解: \(answer)（\(command) を参照）。"
    case .prompt(let last): "a から \(last) までの文字を入力してください。空行で飛ばし、q で終わります。"
    case .score(let right, let count): "\(count)問中\(right)問正解"
    case .allGames(let right, let count, let run): "通算 \(count)問中\(right)問、最長連続正解 \(run)"
    case .newBest: "（新記録）"
    }
  }
}
