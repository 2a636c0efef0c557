extension Japanese {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "検索"
    case .status: "状態"
    case .mouseIsOn: "マウス オン"
    case .mouseIsOff: "マウス オフ：端末で文字を選択できます"
    case .notLoadedYet: "まだ読み込まれていません"
    case .noAddress: "この取得元にはウェブアドレスがありません"
    case .copied(let text): "\(text) をコピーしました"
    }
  }
}
