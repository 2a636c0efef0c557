extension Japanese {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "検索"
    case .status: "状態"
    case .mouseIsOn: "マウス オン"
    case .mouseIsOff: "マウス オフ：端末で文字を選択できます"
    case .notLoadedYet: "まだ読み込まれていません"
    case .noWebPage: "この取得元にはウェブアドレスがありません"
    case .copied(let text): "\(text) をコピーしました"
    case .copiedToFile(let path): "\(path) にコピーしました"
    case .cannotOpenBrowser: "ウェブページを開くプログラムがありません"
    case .connecting: "接続中…"
    case .noBus: "バスなし"
    case .offline: "オフライン"
    case .busLost: "バスが切れました。既知の内容は残り、自動で再接続します"
    case .busBack: "バスに再接続しました"
    case .workers(let count): count == 0 ? "ワーカーなし" : "ワーカー\(count)"
    case .fresh(let seconds): seconds < 60 ? "最新" : "\(figures.age(seconds))前"
    case .stale(let seconds): seconds < 60 ? "古い" : "古い \(figures.age(seconds))前"
    case .tooSmall(let columns, let rows): "\(columns)×\(rows) 必要です"
    case .size(let columns, let rows): "現在 \(columns)×\(rows)"
    }
  }
}
