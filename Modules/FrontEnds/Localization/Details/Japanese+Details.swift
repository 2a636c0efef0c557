extension Japanese {
  public func say(_ phrase: DetailPhrase) -> String {
    switch phrase {
    case .rank(let place, let count): "\(figures.integer(count))件中\(figures.integer(place))位"
    case .logarithmic: "対数"
    case .appearsWith: "共に登場"
    case .sharedFilms(let count): "\(figures.integer(count))作"
    case .health: "状態"
    case .allRunning: "すべてのサービスが動作中"
    case .originWorks: "正常"
    case .originFails(let seconds): "応答なし" + (seconds.map { "、\(figures.age($0))後に再試行" } ?? "")
    case .originPauses(let seconds): "停止中" + (seconds.map { "、あと\(figures.age($0))" } ?? "")
    case .figuresAge(let seconds): "\(figures.age(seconds))前の値"
    case .originLatency(let median, let p99): "中央値 \(median)、p99 \(p99)"
    case .process: "プロセス"
    case .pid: "PID"
    case .state: "状態"
    case .load: "負荷"
    case .restarts: "再起動"
    case .lastEnding: "直近の終了"
    case .events: "最近の出来事"
    case .workerJoined(let name): "\(name) が参加"
    case .workerLeft(let name): "\(name) が離脱"
    case .fetchFailed(let name): "\(name) を取得できません"
    case .processRestarted(let name): "\(name) が再起動"
    case .processFailed(let name): "\(name) が失敗"
    case .cacheEmptied: "キャッシュを消去"
    case .log(let name): "\(name) のログ"
    case .noLog: "ログはありません"
    case .following: "追跡中"
    case .noMatchingLines(let text): "「\(text)」を含む行はありません。"
    case .restarting(let name): "\(name) を再起動中…"
    case .restarted(let name): "\(name) を再起動しました"
    case .notRestarted(let name, let reason): "\(name) を再起動できません: \(reason)"
    case .noProcess: "プロセスが選択されていません"
    case .filterPrompt: "名前、!男性、身長>200"
    case .setting(let name, let value): "\(name): \(value)"
    case .sortLabel: "並べ替え"
    case .unitsLabel: "単位"
    case .metric: "メートル法"
    case .imperial: "ヤード・ポンド法"
    case .alternative(let number, let count): "\(figures.integer(count))件中\(figures.integer(number))件目"
    case .onlyDifferences: "異なる行のみ"
    case .processState(let state): Self.processStates[state] ?? state
    }
  }

  private static let processStates = [
    "running": "動作中",
    "starting": "起動中",
    "waiting": "待機中",
    "failed": "失敗",
    "stopped": "停止",
    "gone": "消失",
  ]
}
