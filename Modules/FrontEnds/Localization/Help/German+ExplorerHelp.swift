extension German {
  /// The help of the program holocron-tui, by English text.
  static let explorerHelp: [String: String] = [
    "Explore the Star Wars catalogue in the terminal": "Den Star-Wars-Katalog im Terminal erkunden",
    "Start screen": "Erste Seite",
    "Display": "Darstellung",
    "Connection": "Verbindung",
    "Open a list: films, people, planets, species, vehicles or starships":
      "Eine Liste öffnen: films, people, planets, species, vehicles oder starships",
    "Open a tab: status, search or favourites": "Einen Reiter öffnen: status, search oder favourites",
    "Open a record, such as people/1": "Einen Eintrag öffnen, zum Beispiel people/1",
    "Open the results of a search for a name, such as luke": "Die Ergebnisse der Suche nach einem Namen öffnen, zum Beispiel luke",
    "your last search, or suggestions": "Ihre letzte Suche oder Vorschläge",
    "a record": "ein Eintrag",
    "search results for tatooine": "Treffer für tatooine",
    "live status of the processes": "der laufende Status der Prozesse",
    "plain lines of text": "einfache Textzeilen",
    "Show this help": "Diese Hilfe zeigen",
    "Show the version": "Die Version zeigen",
    """
    In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer" of \
    ~/.config/holocron/config.json sets display options and keys permanently.
    """: """
    Im Explorer zeigt ? die Tasten der Seite, : findet jede Aktion und jeden Eintrag, q beendet ihn. Der Abschnitt "explorer" in \
    ~/.config/holocron/config.json legt Darstellung und Tasten dauerhaft fest.
    """,
  ]
}
