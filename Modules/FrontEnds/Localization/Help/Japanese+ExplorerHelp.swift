extension Japanese {
  /// The help of the program holocron-tui, by English text.
  static let explorerHelp: [String: String] = [
    "Explore the Star Wars catalogue in the terminal": "端末でスター・ウォーズのカタログを閲覧する",
    "Start screen": "最初の画面",
    "Display": "表示",
    "Connection": "接続",
    "Open a list: films, people, planets, species, vehicles or starships": "一覧を開く: films, people, planets, species, vehicles, starships",
    "Open a tab: status, search or favourites": "タブを開く: status, search, favourites",
    "Open a record, such as people/1": "記録を開く（例: people/1）",
    "Open the results of a search for a name, such as luke": "名前の検索結果を開く（例: luke）",
    "your last search, or suggestions": "前回の検索、またはおすすめ",
    "a record": "1件の記録",
    "search results for tatooine": "tatooine の検索結果",
    "live status of the processes": "プロセスの状態をリアルタイムで",
    "plain lines of text": "装飾のないテキスト行",
    "Show this help": "このヘルプを表示する",
    "Show the version": "バージョンを表示する",
    """
    In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer" of \
    ~/.config/holocron/config.json sets display options and keys permanently.
    """: """
    エクスプローラーでは、? で画面のキーを表示し、: で操作や記録を探し、q で終了する。~/.config/holocron/config.json の "explorer" \
    の部分に書いた表示とキーの設定は、次回からも有効である。
    """,
  ]
}
