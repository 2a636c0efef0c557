extension French {
  /// The help of the program holocron-tui, by English text.
  static let explorerHelp: [String: String] = [
    "Explore the Star Wars catalogue in the terminal": "Explorer le catalogue Star Wars dans le terminal",
    "Start screen": "Écran de départ",
    "Display": "Affichage",
    "Connection": "Connexion",
    "Open a list: films, people, planets, species, vehicles or starships":
      "Ouvrir une liste : films, people, planets, species, vehicles ou starships",
    "Open a tab: status, search or favourites": "Ouvrir un onglet : status, search ou favourites",
    "Open a record, such as people/1": "Ouvrir une fiche, par exemple people/1",
    "Open the results of a search for a name, such as luke": "Ouvrir les résultats de la recherche d’un nom, par exemple luke",
    "your last search, or suggestions": "votre dernière recherche, ou des suggestions",
    "a record": "une fiche",
    "search results for tatooine": "les résultats pour tatooine",
    "live status of the processes": "l’état des processus en direct",
    "plain lines of text": "de simples lignes de texte",
    "Show this help": "Afficher cette aide",
    "Show the version": "Afficher la version",
    """
    In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer" of \
    ~/.config/holocron/config.json sets display options and keys permanently.
    """: """
    Dans l’explorateur, ? affiche les touches de la page, : trouve toute action ou fiche, q quitte. La section "explorer" de \
    ~/.config/holocron/config.json règle durablement l’affichage et les touches.
    """,
  ]
}
