extension German {
  /// The variables and files in `holocron help`, by English text.
  static let topicsHelp: [String: String] = [
    "Connect to the bus at this endpoint, as with --bus": "Mit dem Bus an diesem Endpunkt verbinden, wie mit --bus",
    "Connect workers to the bus at this endpoint": "Arbeiter an diesem Endpunkt mit dem Bus verbinden",
    "Receive the events of the bus at this endpoint": "Die Ereignisse des Busses an diesem Endpunkt empfangen",
    "Read this configuration file and no other": "Diese Konfigurationsdatei lesen und keine andere",
    "Set the theme of colours, as with --theme": "Das Farbschema wählen, wie mit --theme",
    "Set the language, as with --lang": "Die Sprache wählen, wie mit --lang",
    "Set the units of measurement, as with --units": "Die Maßeinheiten wählen, wie mit --units",
    "Turn the mouse and the animations of the explorer on or off":
      "Die Maus und die Animationen des Explorers ein- oder ausschalten (on, off)",
    "Set a setting of a service, such as HOLOCRON_CACHE_STORE; holocron config show lists all":
      "Eine Einstellung eines Dienstes setzen, zum Beispiel HOLOCRON_CACHE_STORE; alle zeigt holocron config show",
    "Show long output with this pager instead of less; cat or an empty value for none":
      "Lange Ausgaben mit diesem Pager statt mit less zeigen; mit cat oder leer ohne Pager",
    "Set the options of less; by default FRX and utf-8": "Die Optionen von less setzen; Vorgabe FRX und utf-8",
    "Use the language of this locale, unless another is set": "Die Sprache dieser Locale verwenden, wenn keine andere gewählt ist",
    "Tell the character encoding of the terminal, unless LC_ALL does; holocron doctor checks that it is UTF-8":
      "Die Zeichenkodierung des Terminals angeben, wenn LC_ALL fehlt; holocron doctor prüft, ob es UTF-8 ist",
    "Use no colour, if the value is not empty": "Keine Farben verwenden, wenn der Wert nicht leer ist",
    "Use colour in pipes and files, too, if the value is neither empty nor 0":
      "Farben auch in Pipes und Dateien verwenden, wenn der Wert weder leer noch 0 ist",
    "Tell the type, the colours and the background of the terminal": "Den Typ, die Farben und den Hintergrund des Terminals angeben",
    "Set the width of the output on a terminal": "Die Breite der Ausgabe auf einem Terminal setzen",
    "Wait this many milliseconds for the rest of a key after Esc in the explorer":
      "Im Explorer nach Esc so viele Millisekunden auf den Rest einer Taste warten",
    "Edit with this program in holocron config edit": "Mit diesem Programm bearbeiten: holocron config edit",
    "Open pages with this browser in holocron open, or with xdg-open in a graphical session":
      "Seiten mit diesem Browser öffnen, sonst in einer grafischen Sitzung mit xdg-open: holocron open",
    "Find the programs holocron-NAME here, after the folder of holocron itself":
      "Hier die Programme holocron-NAME suchen, nach dem Ordner von holocron selbst",
    "Use this home folder for the folders that no variable below sets":
      "Dieses Home-Verzeichnis für die Ordner verwenden, die keine Variable unten setzt",
    "Keep your configuration here instead of in ~/.config": "Ihre Konfiguration hier statt in ~/.config ablegen",
    "Look for the configuration of the system here instead of in /etc": "Die Konfiguration des Systems hier statt in /etc suchen",
    "Keep the cache and the search index here instead of in ~/.cache": "Den Cache und das Suchregister hier statt in ~/.cache ablegen",
    "Keep favourites and histories here instead of in ~/.local/share": "Favoriten und Verläufe hier statt in ~/.local/share ablegen",
    "Keep logs and reports of crashes here instead of in ~/.local/state":
      "Protokolle und Absturzberichte hier statt in ~/.local/state ablegen",
    "Keep sockets and locks here instead of in /tmp": "Sockets und Sperren hier statt in /tmp ablegen",
    "Your configuration": "Ihre Konfiguration",
    "The configuration of the system": "Die Konfiguration des Systems",
    "Display settings of a project, in the working directory or a folder above":
      "Anzeigeeinstellungen eines Projekts, im Arbeitsverzeichnis oder darüber",
    "The cache and the search index, which can be rebuilt": "Der Cache und das Suchregister, die neu aufgebaut werden können",
    "The search history, favourites and the score of the quiz": "Der Suchverlauf, die Favoriten und der Punktestand des Quiz",
    "Logs, reports of crashes and the counters of holocron usage": "Protokolle, Absturzberichte und die Zähler von holocron usage",
    "Sockets, locks and the state of running processes": "Sockets, Sperren und der Zustand laufender Prozesse",
  ]
}
