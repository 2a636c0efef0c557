extension Japanese {
  public func say(_ phrase: ProgressPhrase) -> String {
    switch phrase {
    case .readingLists: "一覧を読み込み中"
    case .fetching: "取得中"
    case .exporting: "書き出し中"
    case .importing: "読み込み中"
    case .checking: "確認中"
    case .fillingIndex: "索引を作成中"
    case .restarting: "再起動中"
    case .readingNames: "名前を読み込み中"
    case .imported(let count): "\(figures.integer(count))件を読み込みました"
    case .indexed(let count): say(ReportPhrase.recordsIndexed(count, of: nil))
    case .starting: "起動中"
    case .startingProgram(let program): "\(program) を起動中"
    case .waiting(let services): "\(services.joined(separator: "、")) を待機中"
    case .reading(let name): "\(name) を読み込み中"
    case .lookingUp(let text): "\(text) を検索中"
    case .restartingProcess(let process, let number, let count): "\(process) を再起動中（\(count)個中\(number)個目）"
    case .timeLeft(let time): "残り \(time)"
    case .perSecond(let amount): "\(amount)/秒"
    }
  }
}
