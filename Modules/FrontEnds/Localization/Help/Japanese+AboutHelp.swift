extension Japanese {
  public var helpTables: [[String: String]] {
    [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.topicsHelp, Self.explorerHelp]
  }

  /// The help of the program itself, its common options and its exit codes, by English text.
  static let aboutHelp: [String: String] = [
    // The list of commands
    "Holocron: a Star Wars encyclopedia for the terminal": "Holocron: 端末で使うスター・ウォーズ百科事典",
    "Usage": "使い方",
    "Explore": "閲覧",
    "Run": "実行",
    "About": "情報",
    "Options": "オプション",
    "Examples": "例",
    "Common options": "共通オプション",
    "Found on PATH": "PATH にあるコマンド",
    "Run the program holocron-NAME": "プログラム holocron-NAME を実行する",
    "Without a command": "コマンドなしの場合",
    "Run holocron help COMMAND for details; other topics: exit-codes, environment, files.":
      "詳細は holocron help COMMAND を参照。ほかの項目: exit-codes、environment、files。",
    "Usage: holocron COMMAND [OPTIONS]": "使い方: holocron COMMAND [OPTIONS]",
    "For example: holocron show luke": "例: holocron show luke",
    "All commands: holocron help": "全コマンド: holocron help",
    "code": "コード",
    "meaning": "意味",
    "the films in story order": "物語の順に映画を表示",
    "a record by name": "名前で記録を表示",
    "any field, typos allowed": "任意の項目を検索、打ち間違いも可",
    "browse in full screen": "全画面で閲覧",
    "Try": "試してみる",

    // Common options
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown":
      "出力形式を指定する: table（端末での既定）、plain（タブ区切り、パイプでの既定）、json、jsonl、csv、markdown",
    "Print JSON (same as --output json), including errors": "エラーを含めて JSON で出力する（--output json と同じ）",
    "Print the results of a jq expression for the JSON: strings without quotation marks": "JSON に対する jq の式の結果を出力する（文字列は引用符なし）",
    "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE":
      "色を使う: auto、always（パイプでも）、never。auto は NO_COLOR と CLICOLOR_FORCE に従う",
    "Set the time limit of the command (default 15); for top and watch, of each request":
      "コマンドの制限時間を指定する（既定値 15）。top と watch では各リクエストの制限時間",
    "Print only errors to standard error, no notes": "標準エラー出力にはエラーだけを表示し、注記を表示しない",
    "Don't send long output to a pager": "長い出力をページャーに渡さない",
    "Show help for the command, with examples": "コマンドのヘルプを例とともに表示する",
    "Print the name and the version of this program; with --json, also those of libraries":
      "このプログラムの名前とバージョンを表示する。--json を付けるとライブラリのバージョンも表示する",

    // Common options of all programs
    "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)":
      "ipc:///path または tcp://host:port に接続する（既定: HOLOCRON_BUS、または自分のバス）",
    "Don't start holocron-node if nothing is running": "何も動いていなくても holocron-node を起動しない",
    "Set the language: en, es, de, fr, ja, x-wookiee (default: your locale, if available)":
      "言語を指定する: en, es, de, fr, ja, x-wookiee（既定: 対応していればロケールの言語）",
    "Set the units: metric (default) or imperial": "単位を指定する: metric（既定）または imperial",

    // Exit codes
    "success": "成功",
    "failure not covered by another code": "他のコードに当てはまらない失敗",
    "invalid command line or request; nothing was done": "コマンドラインまたはリクエストが正しくない。何も実行していない",
    "no such record, page or name": "該当する記録、ページ、名前がない",
    "the name matches several records; they are listed": "名前が複数の記録に一致する。一覧を表示する",
    "no answer available: no bus, no worker, or the origin is down": "応答が得られない: バスまたはワーカーがない、あるいは提供元が停止している",
    "timed out before the answer was complete": "応答が完了する前に時間切れになった",
    "a limit of a load test or of a comparison was crossed": "負荷テストまたは比較の限度を超えた",
    "interrupted (Ctrl-C)": "中断された（Ctrl-C）",
    "terminated (SIGTERM)": "終了させられた（SIGTERM）",

    // holocron config
    "Show or change the settings and their sources": "設定とその出所を表示または変更する",
    """
    Options override the environment, the environment overrides the file of the project, that file overrides the file of the user, that \
    file overrides the file of the system, and all of them override the defaults. path prints where the files are. HOLOCRON_CONFIG names \
    the only file that is read.
    """: """
    オプションは環境変数より、環境変数はプロジェクトのファイルより、プロジェクトのファイルはユーザーのファイルより、\
    ユーザーのファイルはシステムのファイルより優先され、これらはすべて既定値より優先される。path はファイルの場所を表示する。\
    HOLOCRON_CONFIG を設定すると、そのファイルだけを読み込む。
    """,
    """
    set checks the key and the value, and leaves the rest of the file as it is. Without an option, set, unset and edit change the file of \
    the user. The file of a project is .holocron.json in the working directory or the nearest folder above; it may only set how things are \
    shown. Running services read changed settings after holocron restart.
    """: """
    set はキーと値を検査し、ファイルの残りの部分はそのままにする。オプションがなければ、set、unset、edit はユーザーのファイルを変更する。\
    プロジェクトのファイルは、作業フォルダーまたは最も近い上位フォルダーの .holocron.json である。\
    このファイルで設定できるのは表示方法だけである。動作中のサービスは、holocron restart の後に変更された設定を読み込む。
    """,
    "all settings": "すべての設定",
    "change a setting": "設定を変更",
    "a setting of a service": "サービスの設定",
    "one value": "値を1つ",
    "back to the default": "既定値に戻す",
    "for a folder": "フォルダーごとに",
    "With get, also print the source of the value; show always prints it": "get で値の出所も表示する。show では常に表示する",

    // holocron config --project, --system
    "Write .holocron.json of this project": "このプロジェクトの .holocron.json に書き込む",
    "Write the file of the system": "システムのファイルに書き込む",

    // holocron usage
    "Count the commands you run (kept on this machine)": "実行したコマンドを数える（このマシンにだけ保存）",
    """
    The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is \
    recorded, and nothing is ever sent. clear starts again at zero; off removes the counts.
    """: """
    カウンターは有効にするまで無効である。有効にすると、コマンドを実行するたびに、状態フォルダーのファイルにある回数に 1 を加える。\
    それ以外は何も記録せず、何も送信しない。clear はゼロから数え直す。off は回数を削除する。
    """,
    "start counting": "数え始める",
    "how often each command was run": "各コマンドの実行回数",

    // holocron schema
    "Print the JSON Schema of the output of --json": "--json の出力の JSON Schema を表示する",
    """
    Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind. list \
    is the schema of lists, COMMAND that of another command, such as status, and error that of the errors on standard error.
    """: """
    --json で出力される1件の記録の JSON Schema（draft 2020-12）を表示する。KIND を省略すると、任意の種類の記録を受け入れるスキーマになる。\
    list は一覧の、COMMAND は status などほかのコマンドの、error は標準エラー出力に出るエラーのスキーマである。
    """,
    "for any record": "任意の記録",
    "for a person": "人物",
    "for holocron search --json": "holocron search --json の出力",

    // holocron completion
    "Print a completion script for a shell": "シェルの補完スクリプトを出力する",
    """
    The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, and names of \
    records if a bus is running. The shell reads it at its start; Scripts/install installs it for all three.
    """: """
    スクリプトは、PATH 上のプログラム holocron-NAME を含むコマンド、サブコマンド、オプション、オプションの値を補完し、\
    バスが動いていれば記録の名前も補完する。シェルは起動時に読み込む。Scripts/install は3つのシェルすべてにインストールする。
    """,
    "for ~/.bashrc: source <(holocron completion bash)": "~/.bashrc に: source <(holocron completion bash)",
    "for ~/.zshrc, after compinit: source <(holocron completion zsh)": "~/.zshrc の compinit の後に: source <(holocron completion zsh)",
    "for ~/.config/fish/completions/holocron.fish": "~/.config/fish/completions/holocron.fish に",

    // holocron version
    "Print the version": "バージョンを表示する",
    "as JSON, with the versions of libzmq and Swift": "libzmq と Swift のバージョンも含めて JSON で",

    // holocron help
    "Show help for a command, or list exit codes, variables or files": "コマンドのヘルプ、または終了コード、変数、ファイルの一覧を表示する",
    "help for one command": "コマンドのヘルプ",
    "the exit codes for scripts": "スクリプト用の終了コード",
    "the variables that holocron reads": "holocron が読む変数",
  ]
}
