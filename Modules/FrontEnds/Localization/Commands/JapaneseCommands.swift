extension Japanese {
  public func say(_ phrase: CommandPhrase) -> String {
    switch phrase {
    case .page(let page, let pages, let records, let next):
      "\(pages)ページ中\(page)ページ目、\(records)" + (next.map { "。次のページ: --page \($0)、全ページ: --all" } ?? "")
    case .noRecords(let kind): "\(kind)はありません。"
    case .noNames(let kind?, let text): "「\(text)」を含む名前の\(kind)はありません。"
    case .noNames(nil, let text): "「\(text)」に一致する名前はありません。"
    case .resultsInstead(let text): "「\(text)」の結果を表示します"
    case .nothingFound(let text): "「\(text)」の結果はありません。"
    case .bestOnly(let shown, let all, let option): "\(figures.integer(all))件中、上位\(shown)件。続きは \(option)"
    case .missingNames(let count, let all): "\(all)件中\(count)件の名前がないため、参照を表示します"
    case .emptyHistory: "検索履歴は空です。"
    case .emptyFavourites(let command): "お気に入りはまだありません。\(command) で追加できます。"
    case .alreadyFavourite(let record): "\(record) はすでにお気に入りです"
    case .settingOverridden(by: let source): "この設定より \(source) が優先されます"
    case .fileNotRead(let file): "ここでは \(file) は読み込まれません"
    case .settingsMissing(let programs, let reason): "スクリプトに \(programs.joined(separator: "、")) の設定がありません: \(reason)"
    case .nothingRemoved: "中止しました。何も削除していません。"
    case .started(let program, let log): "\(program) を起動しました。使われなくなると終了します (ログ: \(log))"
    case .stopped(let programs): "停止しました: \(programs)"
    case .nothingIsRunning: "何も動いていません"
    case .startsOnDemand: "何も動いていません。最初のリクエストが必要なものを起動します。"
    case .busWithoutWorkers(let command): "バスは動いていますが、ワーカーがありません。\(command) で起動できます。"
    case .running(let services): "動作中: \(services.joined(separator: "、"))"
    case .isUp(let logs): "起動しました (ログ: \(logs))"
    case .servedStale(let age, let status):
      (status.map { "提供元の応答は \($0) でした。" } ?? "提供元から有効な応答がありません。") + (age.map { "\(figures.age($0))前のデータを表示します" } ?? "古いデータを表示します")
    case .warning(let text): "警告: \(text)"
    case .didYouMean(let choices): "もしかして: \(choices.joined(separator: "、"))"
    case .startCacheWorker(let command): "キャッシュを起動: \(command)"
    case .startEverything(let command): "すべてを起動: \(command)"
    case .listWorkers(let command): "接続中のワーカーを表示: \(command)"
    case .checkLoad(let command): "負荷を表示: \(command)"
    case .checkProcesses(let command): "動作中のプロセスを確認: \(command)"
    case .listOptions(let command): "オプションを表示: \(command)"
    case .checkAddress: "アドレス（--bus、HOLOCRON_BUS）を確認してください。正しければ、そのブローカーを再開または再起動してください。"
    case .retryIn(let seconds): "\(figures.duration(Double(seconds)))後にやり直してください。"
    case .dashes(let example): "- で始まる文字列の前には -- が必要です: \(example)"
    case .allowMoreTime(let option, let load): "時間を延ばす: \(option) 秒数。負荷を表示: \(load)"
    case .repeatLostRequest(let option):
      "やり直しても安全です。また失われた場合は、応答がブローカーの \(option) を超えている可能性があります。"
    case .originFallback(let stop, let start):
      "キャッシュ済みの記録は引き続き使えます。後でやり直すか、\(stop) のあと \(start) を実行してください（ネットワーク不要）"
    case .moreCandidates(let count): "ほか\(count)件"
    case .checks(0, 0): "問題はありません。"
    case .checks(0, let warnings): "エラーなし、警告\(warnings)件。"
    case .checks(let failed, _): "\(failed)件の確認に失敗しました。"
    }
  }

  public func describe(_ error: ErrorPhrase) -> String {
    switch error {
    case .notFound: "見つかりません"
    case .ambiguous: "名前が一つに決まりません"
    case .noBus: "バスが動いていません"
    case .busSilent: "バスが応答しません"
    case .untrusted: "バスを信頼できません"
    case .noWorker: "ワーカーが接続していません"
    case .overloaded: "リクエストが多すぎます"
    case .workerLost: "ワーカーが失われました"
    case .deadline: "時間切れです"
    case .cancelled: "中止しました"
    case .originFailed: "提供元でエラーが起きました"
    case .invalidArguments: "引数が正しくありません"
    case .connectionLost: "バスとの接続が切れました"
    case .notCached: "キャッシュにありません"
    case .noPath: "経路がありません"
    case .noWebPage: "開くページがありません"
    case .noFleet: "フリートは動いていません"
    case .fleetIncomplete: "フリートが揃っていません"
    case .importFailed: "読み込めません"
    case .invalidSetting: "設定が正しくありません"
    case .configurationUnchanged: "設定は変更されていません"
    case .fileInUse: "ファイルは使用中です"
    case .fileTooLarge: "ファイルが大きすぎます"
    case .editorFailed: "エディターが失敗しました"
    case .noTerminal: "端末ではありません"
    case .expressionFailed: "jq が失敗しました"
    }
  }
}
