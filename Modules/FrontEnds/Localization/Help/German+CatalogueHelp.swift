extension German {
  /// The help of the commands that explore the catalogue, by English text.
  static let catalogueHelp: [String: String] = [
    "List films": "Filme auflisten",
    "List people": "Personen auflisten",
    "List planets": "Planeten auflisten",
    "List species": "Spezies auflisten",
    "List vehicles": "Fahrzeuge auflisten",
    "List starships": "Raumschiffe auflisten",
    "List the records of a kind": "Die Einträge einer Art auflisten",
    """
    Lists ten records per page, sorted by the first key of --sort unless another is chosen. Records without a value for the sort key \
    come last. With --fields, JSON and CSV also have the kind and the ID. With --all, the exit code is 1 if the list is incomplete.
    """: """
    Listet je Seite zehn Einträge auf, sortiert nach dem ersten Schlüssel von --sort, wenn kein anderer gewählt ist. Einträge ohne Wert \
    für den Sortierschlüssel stehen am Ende. Mit --fields haben JSON und CSV auch die Art und die ID. Mit --all ist der \
    Exit-Code 1, wenn die Liste unvollständig ist.
    """,
    "Keys": "Schlüssel",
    "all records": "alle Einträge",
    "in another order": "in anderer Reihenfolge",
    "the number of records": "die Anzahl der Einträge",
    "names, by an expression of jq": "Namen, mit einem Ausdruck von jq",
    "Sort by this field": "Nach diesem Feld sortieren",
    "Reverse the order": "Die Reihenfolge umkehren",
    "Show page N, from 1": "Seite N zeigen, ab 1",
    "Show all pages": "Alle Seiten zeigen",
    "Show only records whose name contains these words": "Nur Einträge zeigen, deren Name diese Wörter enthält",
    "Show only these fields, in this order, such as name,films": "Nur diese Felder zeigen, in dieser Reihenfolge, zum Beispiel name,films",
    "Print records as a SWAPI server sends them": "Einträge so ausgeben, wie ein SWAPI-Server sie sendet",
    "With --wire, print records as servers of this dialect do: swapi, swapi-info, swapi-tech":
      "Mit --wire die Einträge so ausgeben wie Server dieses Dialekts: swapi, swapi-info, swapi-tech",
    "Show one record, by reference or by name": "Einen Eintrag zeigen, nach Verweis oder Namen",
    """
    Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a \
    name with these words, or a name that contains it. If several records match, they are listed and the exit code is 4.
    """: """
    Sucht den Namen in jeder Art, ohne Rücksicht auf Groß- und Kleinschreibung, Akzente und Satzzeichen: einen gleichen Namen, sonst \
    einen, der so beginnt, einen mit diesen Wörtern oder einen, der den Text enthält. Passen mehrere Einträge, werden sie aufgelistet, \
    und der Exit-Code ist 4.
    """,
    "by reference": "nach Verweis",
    "by name": "nach Namen",
    "a planet, as JSON": "ein Planet, als JSON",
    "only some fields": "nur einige Felder",
    "one value, by an expression of jq": "ein Wert, mit einem Ausdruck von jq",
    "as a SWAPI server sends it": "wie ein SWAPI-Server es sendet",
    "with the server that sent it": "mit dem Server, von dem der Eintrag kommt",
    "Print the record's server and the copy's age to standard error":
      "Den Server des Eintrags und das Alter der Kopie auf der Standardfehlerausgabe ausgeben",
    "Find records of all kinds by name or by any field": "Einträge aller Arten nach Namen oder Feldern suchen",
    """
    Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a \
    value come last.
    """: """
    Treffer in Namen stehen vor Treffern in anderen Feldern; Groß- und Kleinschreibung, Akzente und kleine Tippfehler spielen keine \
    Rolle. Mit --sort stehen Einträge ohne Wert am Ende.
    """,
    """
    Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole \
    value: gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its \
    length: 'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', \
    'skywalker -gender:male'. "death star" is a phrase. Quote a search that has a dash, <, > or double quotes.
    """: """
    Filter grenzen eine Suche ein. FIELD:WORD findet Einträge, deren Feld das Wort enthält: homeworld:tatooine. FIELD=VALUE vergleicht \
    den ganzen Wert: gender=male. FIELD>NUMBER, >=, < und <= vergleichen Zahlen und Daten: 'mass>100'; bei einer Liste wie films zählt \
    ihre Länge: 'films>=3'. kind:people,planets wählt Arten. Ein Minus vor einem Wort oder Filter schließt aus, was es findet: 'luke \
    -droid', 'skywalker -gender:male'. "death star" ist eine Wortfolge. Eine Suche mit Minus, <, > oder doppelten Anführungszeichen \
    gehört in Anführungszeichen.
    """,
    "Searches are saved for holocron history, unless --no-remember is given.":
      "Suchen werden für holocron history gespeichert, außer mit --no-remember.",
    "Tatooine and its people": "Tatooine und seine Bewohner",
    "with a filter": "mit einem Filter",
    "only filters": "nur Filter",
    "the heaviest first": "die Schwersten zuerst",
    "Skywalkers who are not men": "Skywalkers, die keine Männer sind",
    "a phrase, but no films": "eine Wortfolge, aber keine Filme",
    "Show only records of this kind": "Nur Einträge dieser Art zeigen",
    "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass":
      "Nach diesem Feld statt nach Relevanz sortieren: name oder ein Sortierschlüssel einer Art, zum Beispiel mass",
    "Reverse the order of --sort": "Die Reihenfolge von --sort umkehren",
    "Show at most N records (default 20)": "Höchstens N Einträge zeigen (Standard: 20)",
    "Don't save the search to the history": "Die Suche nicht im Suchverlauf speichern",
    "Complete text to names of records": "Text zu Namen von Einträgen ergänzen",
    "For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day.":
      "Für die Vervollständigung in Shells und Editoren. Empfiehlt ohne TEXT Einträge; die Empfehlungen wechseln täglich.",
    "names that start with mil": "Namen, die mit mil beginnen",
    "today's recommendations": "die Empfehlungen des Tages",
    "only the references": "nur die Verweise",
    "Suggest only records of this kind": "Nur Einträge dieser Art vorschlagen",
    "Show at most N names (default 8)": "Höchstens N Namen zeigen (Standard: 8)",
    "Show or clear the search history": "Den Suchverlauf zeigen oder leeren",
    """
    Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for \
    confirmation, otherwise it needs --yes.
    """: """
    Listet jede Suche einmal auf, die neueste zuerst, aus allen Frontends. remove löscht eine Suche, clear alle: Auf einem Terminal \
    fragt es vorher nach, sonst braucht es --yes.
    """,
    "recent searches": "die letzten Suchen",
    "delete one search": "eine Suche löschen",
    "delete all searches": "alle Suchen löschen",
    "Show at most N searches (default 1000)": "Höchstens N Suchen zeigen (Standard: 1000)",
    "Clear without confirmation": "Ohne Rückfrage leeren",
    "Show, add or remove favourites": "Favoriten zeigen, hinzufügen oder entfernen",
    """
    Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in \
    holocron/favourites.json in XDG_DATA_HOME (~/.local/share), with at most 1000 records.
    """: """
    Listet die Favoriten in der Reihenfolge auf, in der sie hinzugefügt wurden. Der Explorer zeigt dieselbe Liste. Sie liegt in \
    holocron/favourites.json in XDG_DATA_HOME (~/.local/share) und hat höchstens 1000 Einträge.
    """,
    "all favourites": "alle Favoriten",
    "two records": "zwei Einträge",
    "Show two to six records side by side": "Zwei bis sechs Einträge nebeneinander zeigen",
    """
    Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. \
    Fields with the same name in different kinds share a row.
    """: """
    Jedes Argument ist ein Verweis oder ein Name, wie bei holocron show; Namen aus mehreren Wörtern gehören in Anführungszeichen. \
    Zeilen mit Unterschieden sind mit ≠ markiert. Felder gleichen Namens aus verschiedenen Arten teilen sich eine Zeile.
    """,
    "two people": "zwei Personen",
    "only what differs": "nur die Unterschiede",
    "as JSON": "als JSON",
    "Show only the rows that differ": "Nur Zeilen mit Unterschieden zeigen",
    "Show the shortest chain of references between two records": "Die kürzeste Kette von Verweisen zwischen zwei Einträgen zeigen",
    """
    A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count \
    in both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row.
    """: """
    A und B sind Verweise oder Namen, wie bei holocron show. Namen aus mehreren Wörtern gehören in Anführungszeichen, oder 'to' steht \
    zwischen den beiden. Verweise zählen in beiden Richtungen: Ein Pfeil nach unten steht bei einem Feld des Eintrags darüber, ein \
    Pfeil nach oben bei einem Feld des Eintrags in derselben Zeile.
    """,
    "names of several words": "Namen aus mehreren Wörtern",
    "Show a random record": "Einen zufälligen Eintrag zeigen",
    "Every record is equally likely. Requests only the first page of each list and the page of the chosen record.":
      "Jeder Eintrag ist gleich wahrscheinlich. Fragt nur die erste Seite jeder Liste und die Seite des gewählten Eintrags ab.",
    "any record": "irgendein Eintrag",
    "a species": "eine Spezies",
    "Open the origin's page of a record in a browser": "Die Seite eines Eintrags bei der Quelle im Browser öffnen",
    """
    Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue \
    has no web pages.
    """: """
    Nutzt BROWSER, sonst xdg-open. Ohne grafische Sitzung, in einer Pipe und mit --print wird die URL ausgegeben. Der eingebaute \
    Katalog hat keine Webseiten.
    """,
    "in a browser": "im Browser",
    "only the URL": "nur die URL",
    "Print the URL without opening it": "Die URL ausgeben, ohne sie zu öffnen",
    "Show the opening crawl of a film": "Den Lauftext eines Films zeigen",
    """
    EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: \
    space pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.
    """: """
    EPISODE ist eine Zahl (4), eine römische Zahl (IV) oder ein Teil des Titels (empire). Auf einem Terminal läuft der Text wie im \
    Kino: Die Leertaste hält ihn an, q oder Strg-C beendet ihn. Mit --still wird der Text auf einmal ausgegeben. In einer Pipe ist \
    jeder Absatz eine Zeile.
    """,
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.":
      "Der eingebaute Katalog hat eigene Texte, nicht die der Filme. Andere Quellen zeigen ihre.",
    "scrolling, as in the cinema": "laufend, wie im Kino",
    "as text": "als Text",
    "Print the text at once instead of scrolling": "Den Text auf einmal ausgeben, statt ihn laufen zu lassen",
    "Answer questions about the catalogue": "Fragen zum Katalog beantworten",
    """
    Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. \
    The score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers.
    """: """
    Jede Frage hat vier Antworten zur Wahl: einen Buchstaben oder eine Zahl eingeben, dann die Eingabetaste drücken. Eine leere Zeile \
    überspringt die Frage, Strg-D oder q beendet das Quiz. Der Punktestand liegt in holocron/quiz.json in XDG_DATA_HOME \
    (~/.local/share). Gibt mit --json die Fragen mit ihren Antworten aus.
    """,
    "ten questions": "zehn Fragen",
    "three about starships": "drei zu Raumschiffen",
    "Set the number of questions (default 10)": "Die Anzahl der Fragen wählen (Standard: 10)",
    "Browse the catalogue in a full-screen explorer": "Den Katalog im Explorer im Vollbild durchblättern",
    "Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit.":
      "Startet holocron-tui mit allen Argumenten, die folgen, auch --help. Im Explorer zeigt ? die Hilfe, und q beendet ihn.",
    "start the explorer": "den Explorer starten",
    "the options of the explorer": "die Optionen des Explorers",
    "Open the results of a search": "Die Ergebnisse einer Suche öffnen",
    "Open the bus status: services, workers, queues, rates": "Den Status des Busses öffnen: Dienste, Arbeiter, Warteschlangen, Raten",
    "Set the theme: auto, dark, light, high-contrast, none (default: auto; respects NO_COLOR)":
      "Die Farben wählen: auto, dark, light, high-contrast, none (Standard: auto; beachtet NO_COLOR)",
    "Don't capture the mouse": "Die Maus dem Terminal überlassen",
    "Disable animations": "Animationen abschalten",
    "Print plain lines of text, for screen readers and pipes": "Einfache Textzeilen ausgeben, für Bildschirmleser und Pipes",
    "Use the embedded catalogue without a bus; searches by name only": "Den eingebauten Katalog ohne Bus nutzen; sucht nur nach Namen",
  ]
}
