extension Spanish {
  /// The help of the program holocron-tui, by English text.
  static let explorerHelp: [String: String] = [
    "Explore the Star Wars catalogue in the terminal": "Explora el catálogo de Star Wars en la terminal",
    "Start screen": "Pantalla inicial",
    "Display": "Presentación",
    "Connection": "Conexión",
    "Open a list: films, people, planets, species, vehicles or starships":
      "Abre una lista: films, people, planets, species, vehicles o starships",
    "Open a tab: status, search or favourites": "Abre una pestaña: status, search o favourites",
    "Open a record, such as people/1": "Abre una ficha; por ejemplo, people/1",
    "Open the results of a search for a name, such as luke": "Abre los resultados de la búsqueda de un nombre; por ejemplo, luke",
    "your last search, or suggestions": "la última búsqueda, o sugerencias",
    "a record": "una ficha",
    "search results for tatooine": "los resultados de tatooine",
    "live status of the processes": "el estado de los procesos, en vivo",
    "plain lines of text": "líneas de texto sencillas",
    "Show this help": "Muestra esta ayuda",
    "Show the version": "Muestra la versión",
    """
    In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer" of \
    ~/.config/holocron/config.json sets display options and keys permanently.
    """: """
    En el explorador, ? muestra las teclas de la pantalla, : encuentra cualquier acción o ficha y q sale. La sección "explorer" de \
    ~/.config/holocron/config.json fija de forma permanente la presentación y las teclas.
    """,
  ]
}
