extension German {
  /// The help of the commands that run and inspect the processes, by English text.
  static let processesHelp: [String: String] = [
    "Start broker, origin, cache, fetchers and search as separate processes":
      "Broker, Quelle, Cache, Abrufer und Suche als eigene Prozesse starten",
    """
    A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the \
    number of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one \
    process.
    """: """
    Ein Supervisor hält die Prozesse am Laufen, bis holocron down sie beendet. In einer laufenden Flotte ändern --caches, --fetchers \
    und --searches die Anzahl der Arbeiter; alles andere bleibt, wie es ist. Ein holocron-node wird vorher beendet, weil er dieselben \
    Dienste in einem Prozess anbietet.
    """,
    """
    A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the bus was \
    started by hand, nothing is started, and naming an origin or a number of workers is an error.
    """: """
    Eine laufende Flotte behält ihre Quelle und ihren Bus. Nennt der Befehl andere, ändert er nichts und endet mit Exit-Code 2. Wurde \
    der Bus von Hand gestartet, wird nichts gestartet, und eine Quelle oder eine Anzahl von Arbeitern anzugeben ist ein Fehler.
    """,
    "with a local holocron-origin": "mit einem lokalen holocron-origin",
    "with another origin": "mit einer anderen Quelle",
    "with a second server if the first fails": "mit einem zweiten Server, falls der erste ausfällt",
    "start with, or change to, three cache workers": "mit drei Cache-Arbeitern starten oder auf drei ändern",
    """
    Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; repeat the \
    option for several servers of one catalogue, in order of preference
    """: """
    Von dieser Quelle abrufen: own (ein holocron-origin in der Flotte, der Standard), embedded oder die Basis-URL eines SWAPI-Servers; \
    für mehrere Server eines Katalogs die Option wiederholen, der bevorzugte zuerst
    """,
    "Set the number of fetchers (default 2)": "Die Anzahl der Abrufer wählen (Standard: 2)",
    "Set the number of cache workers (default 1)": "Die Anzahl der Cache-Arbeiter wählen (Standard: 1)",
    "Set the number of search workers (default 1)": "Die Anzahl der Such-Arbeiter wählen (Standard: 1)",
    "Stop the processes that holocron has started": "Die von holocron gestarteten Prozesse beenden",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.":
      "Mit --bus, HOLOCRON_BUS oder der Einstellung bus werden nur die Prozesse dieses Busses beendet.",
    """
    Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started \
    them.
    """: """
    Jeder Prozess schließt zuerst seine laufenden Anfragen ab. Von Hand gestartete Prozesse laufen weiter; sie werden dort beendet, wo \
    sie gestartet wurden.
    """,
    "stop all processes": "alle Prozesse beenden",
    "Show services, workers, queues, hit ratio and the search index":
      "Dienste, Arbeiter, Warteschlangen, Trefferquote und das Suchregister zeigen",
    "Starts nothing. If nothing is running, the exit code is 5.": "Startet nichts. Läuft nichts, ist der Exit-Code 5.",
    "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time.":
      "BELEGT 3/64 in der Tabelle bedeutet, dass die Arbeiter 3 Anfragen bearbeiten und 64 zugleich annehmen.",
    "an overview": "ein Überblick",
    "Show live services, queues, hit ratio and rates": "Dienste, Warteschlangen, Trefferquote und Raten laufend zeigen",
    """
    On a terminal, runs the status screen of holocron-tui. In a pipe, and with --json, prints one JSON value per line: services, \
    workers, queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.
    """: """
    Startet auf einem Terminal die Statusseite von holocron-tui. Gibt in einer Pipe und mit --json einen JSON-Wert je Zeile aus: \
    Dienste, Arbeiter, Warteschlangen, Trefferquote, Raten je Sekunde im Zeitabschnitt und Perzentile in Millisekunden. Startet nichts.
    """,
    "live, on a terminal": "laufend, auf einem Terminal",
    "one minute, as JSON": "eine Minute lang, als JSON",
    "requests per second until Ctrl-C": "Anfragen je Sekunde, bis Strg-C",
    "Set the time between two samples (default 1)": "Die Zeit zwischen zwei Messungen wählen (Standard: 1)",
    "Print N samples (default 1, 0 = unlimited)": "N Messungen ausgeben (Standard: 1, 0 = unbegrenzt)",
    "Show the logs of background processes": "Die Protokolle der Hintergrundprozesse zeigen",
    """
    SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of \
    several are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A \
    node is one process with one log.
    """: """
    SERVICE ist ein Prozess, zum Beispiel cache-1, node oder supervisor, oder alle Prozesse einer Art: cache, fetcher oder search. \
    Mehrere Protokolle werden nach der Zeit gemischt. Ohne SERVICE sind es die aller laufenden Prozesse oder, wenn nichts läuft, die \
    der letzten. Ein Node ist ein Prozess mit einem Protokoll.
    """,
    """
    As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes \
    processes that are started later. Starts nothing.
    """: """
    Als JSON ist jede Zeile ein Objekt mit dem Namen des Prozesses. --follow läuft bis Strg-C weiter, auch über Neustarts hinweg, und \
    nimmt später gestartete Prozesse auf. Startet nichts.
    """,
    "the last lines of all running processes": "die letzten Zeilen aller laufenden Prozesse",
    "of all cache workers": "von allen Cache-Arbeitern",
    "of cache workers and fetchers, as they are written": "von Cache-Arbeitern und Abrufern, während sie geschrieben werden",
    "as they are written, one JSON value per line": "während sie geschrieben werden, ein JSON-Wert je Zeile",
    "Show the last LINES lines (default 50); 0 = none": "Die letzten LINES Zeilen zeigen (Standard: 50); 0 = keine",
    "Continue with new lines until Ctrl-C": "Mit neuen Zeilen fortfahren, bis Strg-C",
    "Change the number of workers while they run": "Die Anzahl der Arbeiter im laufenden Betrieb ändern",
    """
    SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones \
    have finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started.
    """: """
    SERVICE ist cache oder fetcher (1 bis 64 Arbeiter) oder search (0 bis 64). Endet, wenn die neuen Arbeiter angemeldet sind und die \
    überzähligen ihre Anfragen abgeschlossen und sich beendet haben. Nicht genannte Dienste behalten ihre Anzahl. Braucht eine Flotte, \
    die holocron up gestartet hat.
    """,
    "three cache workers, two fetchers": "drei Cache-Arbeiter, zwei Abrufer",
    "no search worker": "kein Such-Arbeiter",
    "Restart processes one after the other, without losing requests": "Prozesse nacheinander neu starten, ohne Anfragen zu verlieren",
    """
    SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes \
    its requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep \
    running and the exit code is 5. A process that the supervisor has given up is started again.
    """: """
    SERVICE ist ein Prozess, zum Beispiel cache-1, oder alle Prozesse einer Art: broker, origin, fetcher, cache oder search. Jeder \
    Prozess schließt seine Anfragen ab und startet neu; der nächste wird beendet, wenn der neue bereit ist. Wird einer nicht bereit, \
    laufen die anderen weiter, und der Exit-Code ist 5. Auch ein Prozess, den der Supervisor aufgegeben hat, startet neu.
    """,
    """
    Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that \
    it had not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.
    """: """
    Anfragen warten, während der einzige Arbeiter eines Dienstes neu startet. Während der Broker neu startet, wiederholen die Frontends \
    die Anfragen, die er noch nicht beantwortet hat. Ohne --timeout gibt es keine Zeitgrenze. Braucht eine Flotte, die holocron up \
    gestartet hat.
    """,
    "all cache workers": "alle Cache-Arbeiter",
    "every process, for example after an update": "jeder Prozess, zum Beispiel nach einem Update",
    "Restart every process": "Jeden Prozess neu starten",
    "Print bus events until Ctrl-C": "Ereignisse des Busses ausgeben, bis Strg-C",
    """
    TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, history/changed, \
    worker. An event says that something changed, but not how. As JSON, each line has the time at which it was printed, and \
    {"event":"gap"} stands where events may have been missed, because the bus was lost or the reader is slow.
    """: """
    TOPIC ist der Anfang der Themen, die gezeigt werden: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, \
    history/changed, worker. Ein Ereignis sagt, dass sich etwas geändert hat, aber nicht wie. Als JSON hat jede Zeile die Zeit ihrer \
    Ausgabe, und {"event":"gap"} steht, wo Ereignisse fehlen können, weil der Bus verloren ging oder der Leser langsam ist.
    """,
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.":
      "Läuft kein Bus, startet watch zuerst einen holocron-node, außer mit --no-autostart.",
    """
    --record writes the requests of all front-ends to FILE, with their times but without their bodies. holocron load session FILE sends \
    them again at the same times.
    """: """
    --record schreibt die Anfragen aller Frontends in FILE, mit ihren Zeiten, aber ohne ihren Inhalt. holocron load session FILE sendet \
    sie zu denselben Zeiten erneut.
    """,
    "all events": "alle Ereignisse",
    "changed people, one JSON value per line": "geänderte Personen, ein JSON-Wert je Zeile",
    "requests, for a load test": "Anfragen, für einen Lasttest",
    "Write the requests on the bus to FILE": "Die Anfragen auf dem Bus in FILE schreiben",
    "Inspect, fill, purge, check or copy the cache": "Den Cache ansehen, füllen, leeren, prüfen oder kopieren",
    """
    stats shows the statistics of all cache workers since their start. warm fetches every record of every kind, so that the catalogue \
    stays available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records \
    can be fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for \
    confirmation, and exits with 1 if the answer is no. Without a terminal, --all needs --yes.
    """: """
    stats zeigt die Statistik aller Cache-Arbeiter seit ihrem Start. warm ruft jeden Eintrag jeder Art ab, damit der Katalog auch dann \
    verfügbar bleibt, wenn die Quelle ausfällt; es hört auf, wenn die Quelle um weniger Anfragen bittet, und sagt, wann es weitergehen \
    kann. Können nur einige Einträge abgerufen werden, ist der Exit-Code 1. purge entfernt einen Eintrag, eine Art mit ihren Listen \
    oder alles; auf einem Terminal fragt es vorher nach, und bei Nein ist der Exit-Code 1. Ohne Terminal braucht --all auch --yes.
    """,
    """
    purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search \
    worker fetches the records again afterwards.
    """: """
    purge entfernt die Kopien aus allen Quellen, nicht nur aus der aktuellen. Ist die Quelle eingebaut oder auf diesem Rechner, ruft \
    der Such-Arbeiter die Einträge danach erneut ab.
    """,
    """
    verify reads every entry and exits with 1 if one is damaged; --repair removes the damaged ones. The cache goes on answering \
    meanwhile. Pages of lists that lack a record are counted, too; they do not count as damage.
    """: """
    verify liest jeden Cache-Eintrag; ist einer beschädigt, ist der Exit-Code 1. --repair entfernt die beschädigten. Der Cache \
    antwortet währenddessen weiter. Auch Seiten von Listen, denen ein Eintrag fehlt, werden gezählt; sie gelten nicht als beschädigt.
    """,
    """
    export writes all entries to a file, or to standard output without FILE or with -, as JSON Lines: a header, then an entry a line \
    with its key, its origin and its times. If it leaves out damaged entries, it exits with 1. import adds the entries; - is standard \
    input. An entry never replaces a later one, and ages stay what they are. Lines that are not entries are named, and it exits with 1.
    """: """
    export schreibt alle Cache-Einträge in eine Datei, oder ohne FILE oder mit - auf die Standardausgabe, als JSON Lines: ein Kopf, \
    dann je Zeile ein Cache-Eintrag mit Schlüssel, Quelle und Zeiten. Lässt es beschädigte aus, ist der Exit-Code 1. import fügt die \
    Cache-Einträge hinzu; - ist die Standardeingabe. Ein Cache-Eintrag ersetzt nie einen späteren, und das Alter bleibt, wie es ist. \
    Zeilen, die keine Cache-Einträge sind, werden genannt, und der Exit-Code ist 1.
    """,
    "fetch everything once": "alles einmal abrufen",
    "remove all people": "alle Personen entfernen",
    "check every entry": "jeden Cache-Eintrag prüfen",
    "copy the cache to a file": "den Cache in eine Datei kopieren",
    "and back": "und zurück",
    "Purge everything": "Alles entfernen",
    "Purge without confirmation": "Ohne Rückfrage entfernen",
    "Remove damaged entries": "Beschädigte Cache-Einträge entfernen",
    "Check the installation and suggest fixes": "Die Installation prüfen und Abhilfe vorschlagen",
    """
    Checks libraries, settings, folders, programs, the bus, workers and their processes, the origin, and reports of crashes. Starts and \
    changes nothing. Check the paths: another program of yours can attach as a worker, and only its path shows that. The exit code is 1 \
    if a check fails; warnings leave it at 0.
    """: """
    Prüft Bibliotheken, Einstellungen, Verzeichnisse, Programme, den Bus, die Arbeiter und ihre Prozesse, die Quelle und \
    Absturzberichte. Startet und ändert nichts. Auch die Pfade selbst prüfen: Ein anderes eigenes Programm kann sich als Arbeiter \
    anmelden, und nur sein Pfad verrät das. Der Exit-Code ist 1, wenn eine Prüfung fehlschlägt; bei Warnungen bleibt er 0.
    """,
    "find problems": "Probleme finden",
  ]
}
