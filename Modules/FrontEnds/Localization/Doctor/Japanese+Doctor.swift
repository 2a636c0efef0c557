extension Japanese {
  public func name(of check: CheckPhrase) -> String {
    switch check {
    case .configuration: "設定"
    case .cacheFolder: "キャッシュのフォルダー"
    case .dataFolder: "データのフォルダー"
    case .logFolder: "ログのフォルダー"
    case .sockets: "ソケット"
    case .socketPath: "ソケットのパス"
    case .supervisor: "監視プロセス"
    case .crashes: "異常終了"
    case .terminal: "端末"
    case .bus: "バス"
    case .origin: "提供元"
    case .origins: "提供元の一致"
    case .originServer: "提供元のサーバー"
    case .cache: "キャッシュ"
    case .searchIndex: "検索の索引"
    case .named(let name): name
    }
  }

  public func say(_ phrase: CheckStatePhrase) -> String {
    switch phrase {
    case .pass: "正常"
    case .warn: "警告"
    case .fail: "異常"
    }
  }

  public func say(_ phrase: DoctorPhrase) -> String {
    switch phrase {
    case .text(let text): text
    case .error(let title, let detail, let english): sentence(title, detail, english: english)
    case .detail(let detail): describe(detail)
    case .notice(let notice): say(notice)
    case .both(let first, let second): "\(say(first))。\(say(second))"
    case .because(let finding, let cause): "\(say(finding)): \(say(cause))"
    case .version(let text): "バージョン \(text)"
    case .oldVersion(let text): "バージョン \(text) は古すぎます"
    case .notInstalled: "インストールされていません"
    case .noFile: "ファイルがないため、既定値を使います"
    case .limitedTerminal(let type): "端末の種類「\(type)」は不明か、カーソルを動かせません"
    case .otherEncoding(let locale): "ロケール \(locale) は UTF-8 ではありません。ASCII 以外の文字が正しく表示されないことがあります"
    case .unreadSections(let file, let names): "\(file): 節 \(names.joined(separator: "、")) はどのプログラムも読みません"
    case .cannotCreateFiles(let folder, let reason): "\(folder) にファイルを作成できません: \(reason)"
    case .cannotWrite(let folder, let reason): "\(folder) に書き込めません: \(reason)"
    case .cannotInspect(let folder, let reason): "\(folder) を調べられません: \(reason)"
    case .notASocket(let path): "\(path) はソケットではありません"
    case .notAFolder(let path): "\(path) はフォルダーではありません"
    case .privateFolder(let path): "\(path) を使えるのは自分だけです"
    case .openFolder(let path): "\(path) は他のユーザーも使えます"
    case .foreignFolder(let path, let owner): "\(path) の所有者はユーザー \(owner) です"
    case .createdWithBus(let path): "\(path) はバスの起動時に作成されます"
    case .createdWhenNeeded(let path): "\(path) は必要になると作成されます"
    case .writable(let path): "\(path) に書き込めます"
    case .pathTooLong(let path): "\(path) はソケットのパスとして長すぎます"
    case .littleSpace(let path, let bytes): "\(path) の空きは \(figures.bytes(bytes)) だけです"
    case .noCacheLocation: "キャッシュのファイルを置く場所がありません"
    case .noHistoryLocation: "検索履歴を置く場所がありません"
    case .responds(let endpoint): "\(endpoint) は応答しています"
    case .nothingRuns(let endpoint): "\(endpoint) では何も動いていません"
    case .noResponse(let endpoint, let problem): "\(endpoint) が応答しません: \(say(problem))"
    case .originResponds(let kinds): "応答しています。提供: \(kinds)"
    case .noWorker: "ワーカーが接続していません"
    case .workers(let count, let processes):
      "ワーカー\(figures.integer(count))個" + (processes.isEmpty ? "" : ": \(processes.map { say($0) }.joined(separator: "、"))")
    case .process(let program, let id): "\(program.map { "\($0) " } ?? "")プロセス \(id)"
    case .noSuchProcess(let id): "このホストに自分のプロセス \(id) はありません"
    case .foreignProgram(let path): "\(path) は Holocron のプログラムではありません"
    case .unidentified(let count, let all): "\(all)個中\(count)個が自分のプロセス番号を報告しません"
    case .workerIsStopped(let name, let id): "\(name)（プロセス \(id)）は停止しています"
    case .workerIsSilent(let name, let id): "\(name)（プロセス \(id)）が応答しません"
    case .warning(let warning, let id): "\(say(warning))（プロセス \(id)）"
    case .indexIsFull: "索引がいっぱいのため、これ以上は登録されません"
    case .cacheInMemory(let reason): "キャッシュはメモリーにのみ保存されます: \(reason)"
    case .indexInMemory(let reason): "索引はメモリーにのみ保存されます: \(reason)"
    case .searchIndexInMemory(let reason): "検索の索引はメモリーにのみ保存されます: \(reason)"
    case .historyInMemory(let reason): "検索履歴はメモリーにのみ保存されます: \(reason)"
    case .damagedFile(let path): "\(path) は破損しています。次にこのファイルを開くワーカーが新しいファイルに置き換え、破損したファイルは残します"
    case .damagedFileKept(let path): "破損したファイルは新しいファイルに置き換えられ、\(path) として残されています"
    case .differentOrigins(let origins): "フェッチャーの提供元が異なります: \(origins)"
    case .otherRecords(let origin, let service, let other): "フェッチャーは \(origin) を使いますが、\(service) には \(other) の記録があります"
    case .sameOrigin(let origin): "すべてのフェッチャーが \(origin) を使っています"
    case .server(let server, let state, let reason): "\(server): \(say(state))\(reason.map { "（\(say($0))）" } ?? "")"
    case .unreachable: "接続できません"
    case .connectionLost: "応答の途中で接続が切れました"
    case .noTLS: "TLS 接続を確立できませんでした"
    case .timedOut: "時間内に応答しませんでした"
    case .slowDown: "間隔を空けるよう求められました"
    case .errorStatus(let status): "ステータス \(status) が返りました"
    case .supervisorIsStopped(let id): "holocron-supervisor（プロセス \(id)）は停止していて、プロセスを再起動しません"
    case .givenUp(let process, let reason): "監視プロセスは \(process) の再起動をやめました: \(reason)"
    case .keepsEnding(let process, let reason): "\(process) が繰り返し終了します: \(reason)"
    case .logged(let finding, let log): "\(say(finding))（ログ: \(log)）"
    case .crashes(let count): "この7日間に\(figures.integer(count))個のプロセスが異常終了しました"
    }
  }

  public func say(_ phrase: ServerStatePhrase) -> String {
    switch phrase {
    case .works: "正常"
    case .fails: "障害"
    case .probing: "障害、確認中"
    case .paused(let seconds): "休止中、\(figures.duration(Double(seconds)))後に再試行"
    case .failsUntil(let seconds): "障害、\(figures.duration(Double(seconds)))後に再試行"
    }
  }

  public func say(_ phrase: RemedyPhrase) -> String {
    switch phrase {
    case .shell(let command): command
    case .installLibrary: "libzmq 4.2 以降をインストールしてください (Debian: libzmq3-dev)"
    case .installExplorer: "holocron と同じ場所か PATH にインストールしてください。全画面の表示に必要です"
    case .installProgram: "holocron と同じ場所か PATH にインストールしてください。ない場合はワーカーを手動で起動します"
    case .installFleetProgram: "holocron-supervisor と同じ場所にインストールしてください。ないと holocron up は失敗します"
    case .installOrigin: "holocron-supervisor と同じ場所にインストールしてください。ないと holocron up に --origin が必要です"
    case .setTerminal: "TERM に端末の種類を設定するか、holocron explore --plain を使ってください"
    case .setLocale: "LC_ALL=C.UTF-8 など、UTF-8 のロケールを選んでください"
    case .ownKeys: "操作ごとに別のキーを割り当ててください"
    case .correctSetting: "設定を直してください"
    case .correctSettingOfServices: "設定を直してください。この設定を使うプログラムは起動しません"
    case .correctProjectFile: "プロジェクトのファイルを直すか、削除してください"
    case .renameSection(let name, let similar): "\(name) を '\(similar)' に変えるか、削除してください"
    case .removeSections: "節を削除してください"
    case .setHome: "HOME を設定してください"
    case .setOwnFolder(let variable): "\(variable) に自分のフォルダーを設定してください"
    case .setOtherFolder(let variable): "\(variable) に別のフォルダーを設定してください"
    case .setWritableFolder(let variable): "\(variable) に書き込めるフォルダーを設定してください"
    case .setShorterPath(let variable): "\(variable) に短いパスを設定してください"
    case .freeSpace(let variable): "ディスクの空きを増やすか、\(variable) に別のフォルダーを設定してください"
    case .freeSpaceForCache: "ディスクの空きを増やしてください。足りないと応答は保存されず、検索はメモリーに収まる分だけになります"
    case .remove(let path): "\(path) を削除してください"
    case .moveOrRemove(let path): "\(path) を移動するか、削除してください"
    case .restartBus: "バスを再起動してください: holocron down のあと holocron up"
    case .startBus: "holocron up を実行してください。ほかのコマンドでもノードが自動で起動します"
    case .checkAddress: "アドレス（--bus、HOLOCRON_BUS）を確認してください。正しければ、そのブローカーを再開または再起動してください"
    case .waitOrUseEmbedded:
      "キャッシュ済みの記録は使えます。後でやり直すか、holocron down のあと holocron up --origin embedded を実行してください（ネットワーク不要）"
    case .startWorker(let program): "\(program) を起動するか、holocron up を実行してください"
    case .checkPrograms: "偽のプロセス番号を報告するワーカーは Holocron のものではありません。自分の名前で動くプログラムを調べてください"
    case .stopForeign(let id): "自分で起動したものでなければ終了してください: kill \(id)"
    case .resume(let id): "再開してください: kill -CONT \(id)"
    case .restartStuck: "応答しないワーカーは止まっているか、Holocron のものではありません。holocron down のあと holocron up を実行してください"
    case .restart(let name): "holocron restart \(name) を実行してください"
    case .resumeOrRestart(let id, let name): "kill -CONT \(id) で再開するか、holocron restart \(name) を実行してください"
    case .correctThenRestart(let name): "原因を直してから holocron restart \(name) を実行してください"
    case .correctCause: "原因を直してください。監視プロセスが再試行します"
    case .largerIndex: "--index-memory を増やして検索ワーカーを起動するか、検索しない種類を holocron cache purge で削除してください"
    case .makeWritableAndRestart:
      "フォルダーに書き込めるようにするか空きを増やし、holocron restart --all（ほかに何も動いていなければ holocron down）を実行してください"
    case .makeWritable: "空きを増やすか、ファイルに書き込めるようにしてください。索引は自動で再び保存されます"
    case .oneOrigin: "一つを除いて、ほかの提供元のフェッチャーを停止してください。異なる提供元の記録は混ぜられません"
    case .nextFetch(let origin): "次の取得で直ります。\(origin) の記録は、戻す場合に備えて残ります"
    case .checkServer: "サーバーとネットワークを確認してください。応答するまではキャッシュ済みの記録を表示します"
    case .readReport(let path): "最新の報告を読んでください: \(path)"
    }
  }
}
