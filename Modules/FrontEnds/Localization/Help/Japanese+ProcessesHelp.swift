extension Japanese {
  /// The help of the commands that run processes, by English text.
  static let processesHelp: [String: String] = [
    // holocron up
    "Start broker, origin, cache, fetchers and search as separate processes": "ブローカー、提供元、キャッシュ、フェッチャー、検索を別々のプロセスとして起動する",
    """
    A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the number \
    of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one process.
    """: """
    監視プロセスが holocron down までプロセスを動かし続ける。動作中のフリートでは、--caches、--fetchers、--searches \
    でワーカーの数を変更でき、それ以外はそのままになる。holocron-node は1つのプロセスで同じサービスを提供するため、\
    動いていれば先に停止する。
    """,
    """
    A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the bus was \
    started by hand, nothing is started, and naming an origin or a number of workers is an error.
    """: """
    動作中のフリートの提供元とバスは変わらない。別の提供元やバスを指定すると、何も変更せずに終了コード 2 で終了する。\
    バスが手動で起動されている場合は何も起動せず、提供元やワーカーの数を指定するとエラーになる。
    """,
    "with a local holocron-origin": "ローカルの holocron-origin を使う",
    "with another origin": "別の提供元を使う",
    "with a second server if the first fails": "1台目が応答しない場合に2台目のサーバーを使う",
    "start with, or change to, three cache workers": "キャッシュワーカーを3つにして起動、または3つに変更",
    """
    Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; repeat the \
    option for several servers of one catalogue, in order of preference
    """: """
    この提供元から取得する: own（フリート内の holocron-origin、既定）、embedded、または SWAPI サーバーのルート URL。\
    同じカタログのサーバーが複数ある場合は、優先順にオプションを繰り返す
    """,
    "Set the number of fetchers (default 2)": "フェッチャーの数を指定する（既定値 2）",
    "Set the number of cache workers (default 1)": "キャッシュワーカーの数を指定する（既定値 1）",
    "Set the number of search workers (default 1)": "検索ワーカーの数を指定する（既定値 1）",

    // holocron down
    "Stop the processes that holocron has started": "holocron が起動したプロセスを停止する",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.":
      "--bus、HOLOCRON_BUS、または設定 bus でバスを指定すると、そのバスのプロセスだけを停止する。",
    "Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started them.":
      "各プロセスは処理中のリクエストを終えてから停止する。手動で起動したプロセスは動き続けるので、起動した場所で停止する。",
    "stop all processes": "すべてのプロセスを停止",

    // holocron status
    "Show services, workers, queues, hit ratio and the search index": "サービス、ワーカー、キュー、ヒット率、検索の索引を表示する",
    "Starts nothing. If nothing is running, the exit code is 5.": "何も起動しない。何も動いていない場合、終了コードは 5 になる。",
    "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time.":
      "表の「処理中 3/64」は、ワーカーが3件のリクエストを処理中で、同時に64件まで受け付けることを表す。",
    "an overview": "概要",

    // holocron top
    "Show live services, queues, hit ratio and rates": "サービス、キュー、ヒット率、頻度をリアルタイムで表示する",
    """
    On a terminal, runs the status screen of holocron-tui. In a pipe, and with --json, prints one JSON value per line: services, workers, \
    queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.
    """: """
    端末では holocron-tui の状態画面を実行する。パイプの場合と --json を指定した場合は、1行に1つの JSON 値を出力する: サービス、\
    ワーカー、キュー、ヒット率、間隔ごとの1秒あたりの頻度、ミリ秒単位のパーセンタイル。何も起動しない。
    """,
    "live, on a terminal": "端末でリアルタイムに",
    "one minute, as JSON": "1分間、JSON で",
    "requests per second until Ctrl-C": "Ctrl-C まで1秒あたりのリクエスト数を表示",
    "Set the time between two samples (default 1)": "サンプルの間隔を指定する（既定値 1）",
    "Print N samples (default 1, 0 = unlimited)": "N個のサンプルを出力する（既定値 1、0 = 無制限）",

    // holocron logs
    "Show the logs of background processes": "バックグラウンドプロセスのログを表示する",
    """
    SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of several \
    are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A node is one \
    process with one log.
    """: """
    SERVICE は cache-1、node、supervisor などのプロセス、または cache、fetcher、search という種別の全プロセスである。\
    複数のログは時刻順にまとめる。SERVICE を省略すると、動作中の全プロセスのログ、\
    何も動いていなければ最後に動いていたプロセスのログを表示する。ノードは1つのプロセスで、ログも1つである。
    """,
    """
    As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes \
    processes that are started later. Starts nothing.
    """: """
    JSON では、各行がプロセス名を含むオブジェクトになる。--follow は再起動をまたいで Ctrl-C まで続き、後から起動したプロセスも対象にする。\
    何も起動しない。
    """,
    "the last lines of all running processes": "動作中の全プロセスの最後の行",
    "of all cache workers": "全キャッシュワーカーの行",
    "of cache workers and fetchers, as they are written": "キャッシュワーカーとフェッチャーの行を書き込まれるたびに",
    "as they are written, one JSON value per line": "書き込まれるたびに、1行に1つの JSON 値で",
    "Show the last LINES lines (default 50); 0 = none": "最後の LINES 行を表示する（既定値 50）。0 = なし",
    "Continue with new lines until Ctrl-C": "Ctrl-C まで新しい行を表示し続ける",

    // holocron scale
    "Change the number of workers while they run": "動作中のワーカーの数を変更する",
    """
    SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones have \
    finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started.
    """: """
    SERVICE は cache または fetcher（ワーカー 1～64）、または search（0～64）である。新しいワーカーが接続し、\
    余分なワーカーがリクエストを終えて終了すると、コマンドが終了する。指定しないサービスの数は変わらない。holocron up \
    で起動したフリートが必要である。
    """,
    "three cache workers, two fetchers": "キャッシュワーカー3つ、フェッチャー2つ",
    "no search worker": "検索ワーカーなし",

    // holocron restart
    "Restart processes one after the other, without losing requests": "リクエストを失わずに、プロセスを1つずつ再起動する",
    """
    SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes its \
    requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep running and \
    the exit code is 5. A process that the supervisor has given up is started again.
    """: """
    SERVICE は cache-1 などのプロセス、または broker、origin、fetcher、cache、search という種別の全プロセスである。\
    各プロセスはリクエストを終えてから再起動し、新しいプロセスの準備ができると次のプロセスが停止する。準備ができないプロセスがあれば、\
    残りは動き続け、終了コードは 5 になる。監視プロセスが再起動をあきらめたプロセスも、もう一度起動する。
    """,
    """
    Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that it \
    had not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.
    """: """
    サービスの唯一のワーカーが再起動する間、リクエストは待機する。ブローカーが再起動する間は、未応答のリクエストをフロントエンドが再送する。\
    --timeout を指定しなければ時間の制限はない。holocron up で起動したフリートが必要である。
    """,
    "all cache workers": "全キャッシュワーカー",
    "every process, for example after an update": "更新後などに、全プロセスを",
    "Restart every process": "すべてのプロセスを再起動する",

    // holocron watch
    "Print bus events until Ctrl-C": "Ctrl-C までバスのイベントを表示する",
    """
    TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, history/changed, \
    worker. An event says that something changed, but not how. As JSON, each line has the time at which it was printed, and \
    {"event":"gap"} stands where events may have been missed, because the bus was lost or the reader is slow.
    """: """
    TOPIC は表示するトピックの接頭辞である: changed、changed/people、confirmed、purged、fetch/failed、fetch/origin、history/changed、\
    worker。イベントは変更があったことだけを伝え、その内容は伝えない。JSON では各行に出力時刻が付く。{"event":"gap"} は、\
    バスが失われたか読み手が遅いため、イベントが欠けた可能性のある箇所を示す。
    """,
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.":
      "バスが動いていない場合、--no-autostart を指定しなければ、watch は先に holocron-node を起動する。",
    """
    --record writes the requests of all front-ends to FILE, with their times but without their bodies. holocron load session FILE sends \
    them again at the same times.
    """: """
    --record は、すべてのフロントエンドのリクエストを、本文を除いて時刻とともに FILE に書き込む。holocron load session FILE は、\
    それらを同じ時間間隔で再送する。
    """,
    "all events": "すべてのイベント",
    "changed people, one JSON value per line": "変更された人物、1行に1つの JSON 値",
    "requests, for a load test": "負荷テスト用のリクエスト",
    "Write the requests on the bus to FILE": "バス上のリクエストを FILE に書き込む",

    // holocron cache
    "Inspect, fill, purge, check or copy the cache": "キャッシュの調査、充填、消去、検査、コピーを行う",
    """
    stats shows the statistics of all cache workers since their start. warm fetches every record of every kind, so that the catalogue stays \
    available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records can be \
    fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for confirmation, and \
    exits with 1 if the answer is no. Without a terminal, --all needs --yes.
    """: """
    stats は全キャッシュワーカーの起動後の統計を表示する。warm はすべての種類の全記録を取得し、\
    提供元が停止してもカタログを使えるようにする。提供元から頻度を下げるよう求められると停止し、いつ再開できるかを表示する。\
    一部の記録しか取得できない場合、終了コードは 1 になる。purge は記録、種類とその一覧、またはすべてを削除する。端末では確認を求め、\
    拒否すると終了コードは 1 になる。端末以外では --all に --yes が必要である。
    """,
    """
    purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search worker \
    fetches the records again afterwards.
    """: """
    purge は現在の提供元だけでなく、すべての提供元のコピーを削除する。提供元が内蔵カタログまたはこのマシン上にある場合、\
    検索ワーカーが後で記録を取得し直す。
    """,
    """
    verify reads every entry and exits with 1 if one is damaged; --repair removes the damaged ones. The cache goes on answering meanwhile. \
    Pages of lists that lack a record are counted, too; they do not count as damage.
    """: """
    verify はすべてのエントリを読み、破損があれば終了コードは 1 になる。--repair は破損したエントリを削除する。\
    その間もキャッシュは応答し続ける。記録が欠けている一覧のページも数えるが、破損とはみなさない。
    """,
    """
    export writes all entries to a file, or to standard output without FILE or with -, as JSON Lines: a header, then an entry a line with \
    its key, its origin and its times. If it leaves out damaged entries, it exits with 1. import adds the entries; - is standard input. An \
    entry never replaces a later one, and ages stay what they are. Lines that are not entries are named, and it exits with 1.
    """: """
    export はすべてのエントリをファイルに、FILE がない場合や - の場合は標準出力に、JSON Lines として書き込む。ヘッダーの後、1行に 1 \
    つのエントリをキー、提供元、時刻とともに書き込む。破損したエントリを除外した場合、終了コードは 1 になる。import はエントリを追加する。- \
    は標準入力である。新しいエントリが古いもので置き換えられることはなく、経過時間もそのまま保たれる。エントリではない行は報告され、\
    終了コードは 1 になる。
    """,
    "fetch everything once": "すべてを一度取得",
    "remove all people": "すべての人物を削除",
    "check every entry": "すべてのエントリを検査",
    "copy the cache to a file": "キャッシュをファイルにコピー",
    "and back": "ファイルから元に戻す",
    "Purge everything": "すべてを消去する",
    "Purge without confirmation": "確認せずに消去する",
    "Remove damaged entries": "破損したエントリを削除する",

    // holocron doctor
    "Check the installation and suggest fixes": "インストールを検査し、対処方法を提案する",
    """
    Checks libraries, settings, folders, programs, the bus, workers and their processes, the origin, and reports of crashes. Starts and \
    changes nothing. Check the paths: another program of yours can attach as a worker, and only its path shows that. The exit code is 1 if \
    a check fails; warnings leave it at 0.
    """: """
    ライブラリ、設定、フォルダー、プログラム、バス、ワーカーとそのプロセス、提供元、クラッシュの記録を検査する。何も起動せず、\
    何も変更しない。パスを確認すること。自分の別のプログラムがワーカーとして接続することがあり、それを見分けられるのはパスだけである。\
    検査に失敗すると終了コードは 1 になり、警告だけなら 0 のままになる。
    """,
    "find problems": "問題を探す",
  ]
}
