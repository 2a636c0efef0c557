extension Japanese {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: 一覧（films、planets、species、vehicles、starships も）
      show NAME: 名前か people/1 で記録を表示
      3: その番号の項目へ
      search WORDS: 当てはまるものをすべて検索
      path NAME to NAME: 二つの記録のつながり
      more: 一覧の続き
      back: 前の場所へ戻る
      status: バスの状態
      quit: 終了
      """
    case .unknownNumber(let number): "番号\(number)の項目はありません"
    case .unknownCommand(let line): "\(line) という命令はありません。help で一覧を表示します"
    case .more(let count): "残り\(count)行: more と入力"
    case .noMore: "以上です"
    case .noPreviousPage: "前の場所はありません"
    }
  }
}
