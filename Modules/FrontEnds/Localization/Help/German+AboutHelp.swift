extension German {
  public var helpTables: [[String: String]] {
    [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.topicsHelp, Self.explorerHelp]
  }

  /// The frame of the help, the common options, the exit codes, and the help of the commands about Holocron itself, by English text.
  static let aboutHelp: [String: String] = [
    "Holocron: a Star Wars encyclopedia for the terminal": "Holocron: eine Star-Wars-Enzyklopädie für das Terminal",
    "Usage": "Aufruf",
    "Explore": "Erkunden",
    "Run": "Betreiben",
    "About": "Über Holocron",
    "Found on PATH": "In PATH gefunden",
    "Run the program holocron-NAME": "Das Programm holocron-NAME ausführen",
    "Options": "Optionen",
    "Common options": "Gemeinsame Optionen",
    "Without a command": "Ohne Befehl",
    "Examples": "Beispiele",
    "Run holocron help COMMAND for details; other topics: exit-codes, environment, files.":
      "Einzelheiten zeigt holocron help COMMAND; weitere Themen: exit-codes, environment, files.",
    "Usage: holocron COMMAND [OPTIONS]": "Aufruf: holocron COMMAND [OPTIONS]",
    "For example: holocron show luke": "Zum Beispiel: holocron show luke",
    "All commands: holocron help": "Alle Befehle: holocron help",
    "the films in story order": "die Filme in der Reihenfolge der Handlung",
    "a record by name": "ein Eintrag nach Namen",
    "any field, typos allowed": "jedes Feld, Tippfehler erlaubt",
    "browse in full screen": "im Vollbild blättern",
    "Try": "Zum Ausprobieren",
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown": """
    Das Ausgabeformat wählen: table (Standard auf einem Terminal), plain (mit Tabulatoren getrennt, Standard in einer Pipe), json, \
    jsonl, csv oder markdown
    """,
    "Print JSON (same as --output json), including errors": "JSON ausgeben (wie --output json), auch bei Fehlern",
    "Print the results of a jq expression for the JSON: strings without quotation marks":
      "Die Ergebnisse eines jq-Ausdrucks für das JSON ausgeben: Text ohne Anführungszeichen",
    "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE":
      "Farben verwenden: auto, always (auch in einer Pipe) oder never; auto beachtet NO_COLOR und CLICOLOR_FORCE",
    "Set the time limit of the command (default 15); for top and watch, of each request":
      "Die Zeitgrenze des Befehls setzen (Standard: 15); bei top und watch die jeder Anfrage",
    "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)":
      "Mit ipc:///path oder tcp://host:port verbinden (Standard: HOLOCRON_BUS, sonst der eigene Bus)",
    "Don't start holocron-node if nothing is running": "holocron-node nicht starten, wenn nichts läuft",
    "Set the language: en, es, de, fr, ja, x-wookiee (default: your locale, if available)":
      "Die Sprache wählen: en, es, de, fr, ja, x-wookiee (Standard: die Ihres Systems, wenn verfügbar)",
    "Set the units: metric (default) or imperial": "Die Einheiten wählen: metric (Standard) oder imperial",
    "Print only errors to standard error, no notes": "Auf der Standardfehlerausgabe nur Fehler ausgeben, keine Hinweise",
    "Don't send long output to a pager": "Lange Ausgaben nicht an einen Pager senden",
    "Show help for the command, with examples": "Die Hilfe zum Befehl zeigen, mit Beispielen",
    "Print the name and the version of this program; with --json, also those of libraries":
      "Den Namen und die Version dieses Programms ausgeben; mit --json auch die Versionen von Bibliotheken",
    "code": "Code",
    "meaning": "Bedeutung",
    "success": "Erfolg",
    "failure not covered by another code": "Fehler, für den es keinen anderen Code gibt",
    "invalid command line or request; nothing was done": "ungültige Befehlszeile oder Anfrage; es wurde nichts getan",
    "no such record, page or name": "kein solcher Eintrag, keine solche Seite, kein solcher Name",
    "the name matches several records; they are listed": "der Name passt auf mehrere Einträge; sie werden aufgelistet",
    "no answer available: no bus, no worker, or the origin is down":
      "keine Antwort: kein Bus, kein Arbeiter, oder die Quelle ist ausgefallen",
    "timed out before the answer was complete": "Zeit abgelaufen, bevor die Antwort vollständig war",
    "a limit of a load test or of a comparison was crossed": "eine Grenze eines Lasttests oder Vergleichs wurde überschritten",
    "interrupted (Ctrl-C)": "abgebrochen (Strg-C)",
    "terminated (SIGTERM)": "beendet (SIGTERM)",
    "Show or change the settings and their sources": "Die Einstellungen und ihre Herkunft zeigen oder ändern",
    """
    Options override the environment, the environment overrides the file of the project, that file overrides the file of the user, that \
    file overrides the file of the system, and all of them override the defaults. path prints where the files are. HOLOCRON_CONFIG \
    names the only file that is read.
    """: """
    Optionen haben Vorrang vor der Umgebung, die Umgebung vor der Datei des Projekts, diese vor der Datei des Benutzers, diese vor der \
    Datei des Systems, und alle vor den Standardwerten. path zeigt, wo die Dateien liegen. HOLOCRON_CONFIG nennt die einzige Datei, die \
    gelesen wird.
    """,
    """
    set checks the key and the value, and leaves the rest of the file as it is. Without an option, set, unset and edit change the file \
    of the user. The file of a project is .holocron.json in the working directory or the nearest folder above; it may only set how \
    things are shown. Running services read changed settings after holocron restart.
    """: """
    set prüft den Schlüssel und den Wert und lässt den Rest der Datei, wie er ist. Ohne Option ändern set, unset und edit die Datei des \
    Benutzers. Die Datei eines Projekts ist .holocron.json im Arbeitsverzeichnis oder im nächsten Verzeichnis darüber; sie darf nur die \
    Darstellung bestimmen. Laufende Dienste lesen geänderte Einstellungen nach holocron restart.
    """,
    "all settings": "alle Einstellungen",
    "change a setting": "eine Einstellung ändern",
    "a setting of a service": "eine Einstellung eines Dienstes",
    "one value": "ein Wert",
    "back to the default": "zurück zum Standardwert",
    "for a folder": "für ein Verzeichnis",
    "With get, also print the source of the value; show always prints it":
      "Mit get auch die Herkunft des Werts ausgeben; show gibt sie immer aus",
    "Write .holocron.json of this project": "In .holocron.json dieses Projekts schreiben",
    "Write the file of the system": "In die Datei des Systems schreiben",
    "Count the commands you run (kept on this machine)": "Die ausgeführten Befehle zählen (nur auf diesem Rechner)",
    """
    The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is \
    recorded, and nothing is ever sent. clear starts again at zero; off removes the counts.
    """: """
    Die Zähler sind aus, bis Sie sie einschalten. Dann zählt jeder Befehl seine Aufrufe in einer Datei im Zustandsverzeichnis. Sonst \
    wird nichts erfasst, und nichts wird je gesendet. clear beginnt wieder bei null; off entfernt die Zählung.
    """,
    "start counting": "mit dem Zählen beginnen",
    "how often each command was run": "wie oft jeder Befehl ausgeführt wurde",
    "Print the JSON Schema of the output of --json": "Das JSON-Schema der Ausgabe von --json ausgeben",
    """
    Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind. list \
    is the schema of lists, COMMAND that of another command, such as status, and error that of the errors on standard error.
    """: """
    Gibt das JSON-Schema (Entwurf 2020-12) eines Eintrags aus, wie --json ihn ausgibt. Ohne KIND passt das Schema auf Einträge jeder \
    Art. list ist das Schema von Listen, COMMAND das eines anderen Befehls, etwa status, und error das der Fehler auf der \
    Standardfehlerausgabe.
    """,
    "for any record": "für jeden Eintrag",
    "for a person": "für eine Person",
    "for holocron search --json": "für holocron search --json",
    "Print a completion script for a shell": "Ein Skript zur Vervollständigung für eine Shell ausgeben",
    """
    The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, and names of \
    records if a bus is running. The shell reads it at its start; Scripts/install installs it for all three.
    """: """
    Das Skript vervollständigt Befehle, auch die Programme holocron-NAME in PATH, Unterbefehle, Optionen, Werte von Optionen und, wenn \
    ein Bus läuft, Namen von Einträgen. Die Shell liest es beim Start; Scripts/install installiert es für alle drei.
    """,
    "for ~/.bashrc: source <(holocron completion bash)": "für ~/.bashrc: source <(holocron completion bash)",
    "for ~/.zshrc, after compinit: source <(holocron completion zsh)": "für ~/.zshrc, nach compinit: source <(holocron completion zsh)",
    "for ~/.config/fish/completions/holocron.fish": "für ~/.config/fish/completions/holocron.fish",
    "Print the version": "Die Version ausgeben",
    "as JSON, with the versions of libzmq and Swift": "als JSON, mit den Versionen von libzmq und Swift",
    "Show help for a command, or list exit codes, variables or files":
      "Die Hilfe zu einem Befehl zeigen oder Exit-Codes, Variablen oder Dateien auflisten",
    "help for one command": "die Hilfe zu einem Befehl",
    "the exit codes for scripts": "die Exit-Codes für Skripte",
    "the variables that holocron reads": "die Variablen, die holocron liest",
  ]
}
