extension Wookiee {
  /// The help of the program holocron-tui, by English text.
  static let explorerHelp: [String: String] = [
    "Explore the Star Wars catalogue in the terminal": "Kraawrr wuuh Star Wars haahngrurgh",
    "Start screen": "Rrruh huwhwoogh",
    "Display": "Gramawh",
    "Connection": "Gruurroohwugh",
    "Open a list: films, people, planets, species, vehicles or starships":
      "Ahwaa rrooarr: films, people, planets, species, vehicles wuh starships",
    "Open a tab: status, search or favourites": "Ahwaa wyaa-ah: status, search wuh favourites",
    "Open a record, such as people/1": "Ahwaa rroo, people/1",
    "Open the results of a search for a name, such as luke": "Ahwaa hrrwaah ruhh, luke",
    "your last search, or suggestions": "hrrwaah gaahh, wuh wyaaaaaa",
    "a record": "rroo",
    "search results for tatooine": "hrrwaah tatooine",
    "live status of the processes": "huwaa hrrwr",
    "plain lines of text": "wuur wrrh",
    "Show this help": "Wuuh aarrragghuuhw",
    "Show the version": "Wuuh wruuwrargh",
    """
    In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer" of \
    ~/.config/holocron/config.json sets display options and keys permanently.
    """: """
    Kraawrr: ? hruwh huwhwoogh, : kraawr wuh rroo, q wuh-uuh. "explorer" ~/.config/holocron/config.json: gramawh, hruwh, hraahroor.
    """,
  ]
}
