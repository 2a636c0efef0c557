extension Japanese {
  public func describe(_ detail: ErrorDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "このバスに \(service) のワーカーはありません"
    case .queueFull(let service): "\(service) の待ち行列がいっぱいです。後でやり直すか、ワーカーを増やしてください"
    case .clientFull: "応答待ちのリクエストが多すぎます。応答を待ってください"
    case .brokerFull: "ブローカーの応答待ちリクエストが上限に達しました。後でやり直してください"
    case .repliesUnread: "未読の応答が多すぎます。先に応答を読んでください"
    case .noWorkerFree(let service): "\(service) のワーカーが時間内に空きませんでした"
    case .noTimeLeft(let service): "\(service) へのリクエストは、ブローカーに届いた時点で時間切れでした"
    case .workerTimedOut(let service): "\(service) のワーカーがリクエストを受け取りましたが、時間内に応答しませんでした"
    case .workerLost(let service): "リクエストを受け取った \(service) のワーカーが、応答前に失われました"
    case .noAnswer(let service, let request, let limit): "\(service) が「\(request)」に \(limit) ms 以内に応答しませんでした"
    case .brokerSilent(let endpoint): "\(endpoint) のブローカーが応答しません。停止しているか、負荷が高い可能性があります"
    case .noHandshake(let endpoint): "\(endpoint) で待ち受けているプロセスがバスとして応答しません。停止中のブローカーか、別のプログラムの可能性があります"
    case .notCached(let subject): "\(subject) はキャッシュになく、このリクエストでは取得できません"
    case .cacheBusy(let subject): "\(subject) はキャッシュになく、提供元を待つリクエストが多すぎます。後でやり直してください"
    case .stillFetching(let subject): "\(subject) はまだ取得できていません。やり直してください"
    case .noFetcher(let subject, let program): "\(subject) はキャッシュになく、フェッチャーも接続していません。\(program) で起動できます"
    case .originBusy: "提供元を待つリクエストが多すぎます。しばらくしてやり直してください"
    case .searchBusy: "ほかのサービスを待つ検索が多すぎます。後でやり直してください"
    case .startWith(let command): "\(command) で起動できます"
    case .refused(let origin): "\(origin) が接続を拒否しました"
    case .unreachable(let origin): "\(origin) に接続できません"
    case .unknownHost(let origin): "\(origin) のホストが見つかりません"
    case .connectTimedOut(let origin): "\(origin) への接続が時間切れになりました"
    case .connectionBroken(let origin): "\(origin) が応答の途中で接続を閉じました"
    case .noTLS(let origin): "\(origin) と TLS で接続できません"
    case .timedOut(let origin): "\(origin) が時間内に応答しませんでした"
    case .throttled(let origin): "\(origin) が間隔を空けるよう求めています"
    case .errorStatus(let origin, let status, let detail): "\(origin) がステータス \(status) を返しました\(detail.map { ": \($0)" } ?? "")"
    case .failing(let origin, let seconds):
      "\(origin) に障害があります\(seconds.map { "。\(figures.seconds($0))後に再試行します" } ?? "")"
    case .noRecord(let record, let origin): "\(origin ?? "提供元") に \(record) はありません"
    case .noPage(let kind, let page, let pages): "\(kind) の一覧は\(pages)ページです。\(page)ページ目はありません"
    case .noPath(let from, let to): "\(from) と \(to) を結ぶ記録は索引にありません"
    case .noWebPage(let record): "\(record) の提供元にはウェブページがありません。holocron show \(record) を使ってください"
    case .unknownSubcommand(let word, let words): "不明なサブコマンド: 「\(word)」（使えるもの: \(words.joined(separator: ", "))）"
    case .unknownKind(let word, let words): "不明な種類: 「\(word)」（使えるもの: \(words.joined(separator: ", "))）"
    case .unknownField(let word, let words): "不明な項目: 「\(word)」（使えるもの: \(words.joined(separator: ", "))）"
    case .unknownSortKey(let word, let words): "不明な並べ替えキー: 「\(word)」（使えるもの: \(words.joined(separator: ", "))）"
    case .unknownFilm(let word, let words): "「\(word)」に一致する映画はありません（使えるもの: \(words.joined(separator: ", "))）"
    case .notAFavourite(let record): "\(record) はお気に入りではありません"
    case .notInHistory(let text): "検索「\(text)」は履歴にありません"
    case .setting(let mistake): describe(mistake)
    case .stillFinishing(let program, let id): "\(say(NotePhrase.process(program, id)))はまだリクエストを処理しています。待つか、強制終了してください"
    case .processesFinishing(let names): "監視プロセスが強制終了され、そのプロセスがまだリクエストを処理しています: \(names.joined(separator: ", "))"
    case .notStarted(let services, let logs): "時間内に起動しませんでした: \(say(NotePhrase.list(services)))。ログは \(logs) にあります"
    case .startFailed(let services, let finding, let log):
      "時間内に起動しませんでした: \(say(NotePhrase.list(services)))。\(say(finding))。ログ: \(log)"
    case .processGivenUp(let finding, let process, let log): "\(say(finding))。\(say(RemedyPhrase.correctThenRestart(process)))。ログ: \(log)"
    case .unresponsiveWorker(let finding, let remedy): "\(say(finding))。\(say(remedy))"
    case .notSupervised: "再起動できるのは holocron up で起動したプロセスだけです"
    case .runsInNode(let id, let command):
      "\(say(NotePhrase.process("holocron-node", id)))がすべてのサービスを1つのプロセスで動かしています。\(command) には holocron up で起動するフリートが必要です"
    case .startedByHand(let bus, let command): "\(bus) のバスは手動で起動されました。\(command) には holocron up で起動したフリートが必要です"
    case .needsFleet(let command): "\(command) にはフリートが必要です。holocron up で起動できます"
    case .fleetUnfinished(let id, let logs):
      "\(say(NotePhrase.process("holocron-supervisor", id)))の処理が終わっていません。ログは \(logs) にあります"
    case .otherVersion(let id):
      "\(say(NotePhrase.process("holocron-supervisor", id)))は別のバージョンで起動されたため、プロセスの再起動や数の変更ができません。holocron down のあと holocron up を実行してください"
    case .otherOrigin(let origin, let options): "動いているフリートの提供元は \(origin) です。変えるには holocron down のあと holocron up に \(options) を付けて実行してください"
    case .otherBus(let bus, let options): "動いているフリートのバスは \(bus) です。変えるには holocron down のあと holocron up に \(options) を付けて実行してください"
    case .ignoredOption(let option, let bus): "\(bus) のバスは手動で起動されたため、\(option) は効きません。起動した場所でバスを止め、holocron up をもう一度実行してください"
    case .noTimeFor(let request): "「\(request)」のための時間が残っていません"
    case .busStarting(let bus): "\(bus) のバスはまだ起動中です"
    case .noExportHeader: "先頭行が書き出したキャッシュのヘッダーではありません。holocron cache export でファイルを作れます"
    case .exportVersion(let version, let supported):
      "ファイルの形式はバージョン \(version) ですが、このプログラムが読めるのはバージョン \(supported) です。holocron cache export でファイルを作れます"
    case .emptyExport: "ファイルが空です。holocron cache export でファイルを作れます"
    case .inputUnfinished(let file): "\(file ?? "標準入力") が時間内に終わりませんでした。読み込み済みの項目はキャッシュに入っている可能性があります"
    case .expressionTimeout: "式の実行に時間がかかりすぎています。--timeout を確認してください"
    case .expressionMemoryLimit: "式がメモリーを使いすぎています"
    case .expressionCrash: "式の評価中に libjq がクラッシュしました"
    case .configurationNotWritten(let file, let reason): "設定ファイル \(file) に書き込めません: \(reason)"
    case .configurationInUse(let file): "別のプログラムが \(file) を変更しています。もう一度試してください"
    case .configurationTooLarge(let file, let limit): "設定ファイル \(file) の大きさは \(figures.integer(limit)) バイトまでです"
    case .editorFailed(let command): "エディター「\(command)」が失敗しました。VISUAL か EDITOR で別のエディターを指定してください"
    case .editorNeedsTerminal: "端末で実行するか、holocron config set を使ってください"
    case .unknownOption(let word): "不明なオプション: \(word)"
    case .unknownCommand(let word): "不明なコマンド: 「\(word)」"
    case .unexpectedArgument(let word): "余分な引数: 「\(word)」"
    case .missingArgument(let usage): "引数が足りません。使い方: \(usage.joined(separator: " または "))"
    case .missingValue(let option, let values): "\(option) に値がありません" + (values.map { "。指定できる値: \(describe($0))" } ?? "")
    case .invalidValue(let value, let option, let values): "\(option) の値「\(value)」は正しくありません。指定できる値: \(describe(values))"
    case .incompleteFilter(let word, let example): "「\(word)」には値が必要です。例: \(example)"
    case .unorderedField(let field, let correction): "「\(field)」は < や > で比較できません。\(correction) と書いてください"
    case .nothingListens(let endpoint): "\(endpoint) で待ち受けているプロセスがありません"
    case .noName(let name): "「\(name)」という名前の記録はありません"
    case .manyRecords(let count): "\(figures.integer(count))件が一致します"
    }
  }

  private func describe(_ values: ValidValues) -> String {
    switch values {
    case .choices(let words): words.joined(separator: "、")
    case .wholeNumber(let first, let last?): "\(first)から\(last)までの整数"
    case .wholeNumber(let first, nil): "\(first)以上の整数"
    case .seconds(let first, let last): "\(figures.decimal(first))から\(figures.integer(last))までの秒数"
    case .secondsAbove(let first, let last): "\(figures.integer(first))より大きく\(figures.integer(last))以下の秒数"
    case .nonEmptyText: "空でない文字列"
    }
  }
}
