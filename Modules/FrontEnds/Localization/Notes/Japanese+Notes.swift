extension Japanese {
  public var answers: AnswerWords { AnswerWords(yes: "y", "はい", no: "n") }

  public func say(_ phrase: NotePhrase) -> String {
    switch phrase {
    case .listIncomplete(let kind, let counted, let returned):
      "一覧は不完全です。提供元の件数は\(figures.integer(counted))件（\(kind)）ですが、返ってきたのは\(figures.integer(returned))件です。"
    case .firstPage(let shown, let all, let kind): "\(kind): \(all)件中\(shown)件。すべて表示するには --all"
    case .cachedListSearched(let reason): "\(reason)。キャッシュ済みの一覧を検索します"
    case .silentOriginListSearched(let time): "提供元が \(time) 応答していません。キャッシュ済みの一覧を検索します"
    case .bestOnly(let shown, let all, let option): "\(figures.integer(all))件中、上位\(shown)件。続きは \(option)"
    case .searchNotSaved(let problem): "この検索を履歴に保存できませんでした: \(problem)"
    case .indexIncomplete(let count, let all): "\(index(count, all))。残りは holocron cache warm で取得できます。"
    case .originSearched(let count, let all): "\(index(count, all))。提供元の検索も使いました。"
    case .namesOfOneRecord: "どちらの名前も同じ記録です。"
    case .stepCount(let count): "\(figures.integer(count))段階"
    case .opening(let address): "\(address) を開きます"
    case .recordSource(let record, let source, let age): "\(record) の提供元: \(source)\(age.map { "、\(figures.duration(Double($0)))前" } ?? "")"
    case .oneServer(let count): "サーバー\(count)台のうちの1台"
    case .unknownOrigin: "不明"
    case .expressionFailed(let reason, 1): "--jq: \(reason)"
    case .expressionFailed(let reason, let count):
      "--jq が\(figures.integer(count))個の値で失敗しました。最後のエラー: \(reason)"
    case .exported(let count, let bytes): "\(figures.integer(count))件を書き出しました（\(figures.bytes(bytes))）。"
    case .leftOut(let count, let command):
      "破損しているか大きすぎる\(figures.integer(count))件を省きました。破損したものは \(command) で確認できます。"
    case .lineRejected(let line, let reason): "\(line)行目: \(reason)"
    case .moreRejected(let count): "ほか\(figures.integer(count))行を拒否しました"
    case .repairHint(let command): "破損したものを削除: \(command)"
    case .notFetched(let record, let problem): "\(record) を取得できませんでした: \(problem)"
    case .listLacks(let kind, let count):
      "\(kind) の一覧は不完全です。提供元の件数より\(figures.integer(count))件少なく返ってきました。"
    case .process(let program, let id): "\(program)（プロセス \(id)）"
    case .list(let names): names.joined(separator: "、")
    case .orphans(let names): "\(names)（監視プロセスは強制終了していました）"
    case .notStopped(let bus): "何も停止していません。\(bus) のバスは手動で起動されたものです。起動した場所で停止してください"
    case .notStarted(let bus):
      "何も起動していません。\(bus) のバスは手動で起動されたものです。ワーカーは holocron status で確認できます。"
        + "または起動した場所で停止し、holocron up をもう一度実行してください"
    case .otherFleetKept(let bus): "何も停止していません。実行中のプロセスはバス \(bus) を使っています"
    case .makingRoom(let process): "\(process) を停止して置き換えます"
    case .waitingForEnd(let process): "\(process) の終了を待っています"
    case .wasKilled(let process): "\(process) は強制終了していました。すべてを起動し直します"
    case .startInterrupted: "中断されました。起動したプロセスを停止します"
    case .sizes(let caches, let fetchers, let searches):
      [caches.map { "キャッシュワーカー\($0)個" }, fetchers.map { "フェッチャー\($0)個" }, searches.map { "検索ワーカー\($0)個" }]
        .compactMap(\.self).joined(separator: "、")
    case .alreadyRunning(let name): "すでに動いています (\(name))"
    case .alreadySized(let sizes, let name): "すでに\(sizes)です (\(name))"
    case .resized(let sizes, let name): "\(sizes)になりました (\(name))"
    case .restartedProcesses(let names): "再起動しました: \(names)"
    case .lastLines(let log): "\(log) の最後の行:"
    case .logsElsewhere(let logs, let folder, let reason):
      "\(folder) に書き込めません: \(reason)。ログは \(logs) にあります。残すには XDG_STATE_HOME に別のフォルダーを設定してください"
    case .noExplorer(let program): "\(program) がインストールされていないため、測定結果を1回だけ表示します"
    case .dumbTerminal: "端末はカーソルを動かせません（TERM=dumb）。--plain で実行します"
    case .nodeRunsAll: "現在は holocron-node がすべてのサービスを動かしています。これは以前のログです。現在のログは holocron logs node で表示できます"
    case .noLogs(let folder): "\(folder) にログはありません"
    case .followingLog(let name): "\(name) を追跡中。Ctrl-C で終了します。"
    case .followingLogs(let count): "\(count)個のログを追跡中。Ctrl-C で終了します。"
    case .watching(let topic): "\(topic ?? "すべてのイベント") を監視中。Ctrl-C で終了します。"
    case .eventsMissed: "イベントを取りこぼした可能性があります。監視を再開しました"
    case .busIsLost: "バスとの接続が切れました。戻るとイベントが再開します"
    case .unknownTopic(let topic): "\(topic) で始まる既知のトピックはありません。そのまま監視します"
    case .recording(let file): "バスのリクエストを \(file) に記録中。Ctrl-C で終了します。"
    case .requestsMissed(let count): "\(count)件のリクエストを記録できませんでした。バスが切れたか、速すぎて読み取れませんでした"
    case .recordingAgain: "記録できなかったリクエストがあるかもしれません。記録を再開しました"
    case .countersAreOn: "カウンターはすでに有効です"
    case .countersAreOff: "カウンターは無効です"
    case .countersTurnedOff: "カウンターを無効にし、回数を削除しました"
    case .countsAreZero: "回数を0にしました"
    case .countersCanBeTurnedOn(let command): "カウンターは無効です。\(command) で有効になります"
    case .counting(let file, let command): "\(file) にコマンドの回数を記録します。\(command) で止められます"
    case .purgeEverything: "キャッシュからすべて削除しますか？"
    case .purgeKind(let kind): "キャッシュから\(kind)をすべて削除しますか？"
    case .purgeRecord(let record): "キャッシュから \(record) を削除しますか？"
    case .clearHistory: "検索履歴を消去しますか？"
    case .editAgain: "ファイルをもう一度編集しますか？"
    }
  }

  private func index(_ count: Int, _ all: Int?) -> String {
    "索引には\(all.map { "\(figures.integer($0))件中" } ?? "")\(figures.integer(count))件あります"
  }
}
