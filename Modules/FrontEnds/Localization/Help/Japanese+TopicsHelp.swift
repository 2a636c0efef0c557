extension Japanese {
  /// The variables and files in `holocron help`, by English text.
  static let topicsHelp: [String: String] = [
    "Connect to the bus at this endpoint, as with --bus": "--bus と同じく、このエンドポイントのバスに接続する",
    "Connect workers to the bus at this endpoint": "このエンドポイントでワーカーをバスに接続する",
    "Receive the events of the bus at this endpoint": "このエンドポイントでバスのイベントを受信する",
    "Read this configuration file and no other": "この設定ファイルだけを読む",
    "Set the theme of colours, as with --theme": "--theme と同じく、配色を指定する",
    "Set the language, as with --lang": "--lang と同じく、言語を指定する",
    "Set the units of measurement, as with --units": "--units と同じく、単位を指定する",
    "Turn the mouse and the animations of the explorer on or off":
      "エクスプローラーのマウスとアニメーションを切り替える（on、off）",
    "Set a setting of a service, such as HOLOCRON_CACHE_STORE; holocron config show lists all":
      "HOLOCRON_CACHE_STORE など、サービスの設定を指定する。一覧は holocron config show で表示できる",
    "Show long output with this pager instead of less; cat or an empty value for none":
      "長い出力を less ではなくこのページャーで表示する。cat または空の値ではページャーを使わない",
    "Set the options of less; by default FRX and utf-8": "less のオプションを指定する（既定は FRX と utf-8）",
    "Use the language of this locale, unless another is set": "ほかの言語が指定されていなければ、このロケールの言語を使う",
    "Tell the character encoding of the terminal, unless LC_ALL does; holocron doctor checks that it is UTF-8":
      "LC_ALL がない場合、端末の文字コードを示す。UTF-8 かどうかは holocron doctor で確認できる",
    "Use no colour, if the value is not empty": "値が空でなければ、色を使わない",
    "Use colour in pipes and files, too, if the value is neither empty nor 0":
      "値が空でも 0 でもなければ、パイプやファイルでも色を使う",
    "Tell the type, the colours and the background of the terminal": "端末の種類、色、背景を示す",
    "Set the width of the output on a terminal": "端末での出力の幅を指定する",
    "Wait this many milliseconds for the rest of a key after Esc in the explorer":
      "エクスプローラーで Esc の後、キーの続きをこのミリ秒だけ待つ",
    "Edit with this program in holocron config edit": "holocron config edit でこのプログラムを使う",
    "Open pages with this browser in holocron open, or with xdg-open in a graphical session":
      "holocron open でこのブラウザーを使う。グラフィカルセッションでは xdg-open を使う",
    "Find the programs holocron-NAME here, after the folder of holocron itself":
      "holocron のフォルダーの次に、ここで holocron-NAME のプログラムを探す",
    "Use this home folder for the folders that no variable below sets":
      "以下の変数で指定されないフォルダーには、このホームフォルダーを使う",
    "Keep your configuration here instead of in ~/.config": "設定を ~/.config ではなくここに置く",
    "Look for the configuration of the system here instead of in /etc": "システムの設定を /etc ではなくここで探す",
    "Keep the cache and the search index here instead of in ~/.cache": "キャッシュと検索索引を ~/.cache ではなくここに置く",
    "Keep favourites and histories here instead of in ~/.local/share":
      "お気に入りと履歴を ~/.local/share ではなくここに置く",
    "Keep logs and reports of crashes here instead of in ~/.local/state":
      "ログとクラッシュの報告を ~/.local/state ではなくここに置く",
    "Keep sockets and locks here instead of in /tmp": "ソケットとロックを /tmp ではなくここに置く",
    "Your configuration": "利用者の設定",
    "The configuration of the system": "システムの設定",
    "Display settings of a project, in the working directory or a folder above":
      "プロジェクトの表示設定（作業フォルダーまたはその上のフォルダー）",
    "The cache and the search index, which can be rebuilt": "キャッシュと検索索引（作り直せる）",
    "The search history, favourites and the score of the quiz": "検索履歴、お気に入り、クイズの得点",
    "Logs, reports of crashes and the counters of holocron usage":
      "ログ、クラッシュの報告、holocron usage のカウンター",
    "Sockets, locks and the state of running processes": "ソケット、ロック、実行中のプロセスの状態",
  ]
}
