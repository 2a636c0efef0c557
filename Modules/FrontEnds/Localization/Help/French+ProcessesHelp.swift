extension French {
  /// The help of the commands that run and inspect the processes, by English text.
  static let processesHelp: [String: String] = [
    "Start broker, origin, cache, fetchers and search as separate processes":
      "Démarrer broker, origine, cache, collecteurs et recherche, chacun dans un processus",
    """
    A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the \
    number of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one \
    process.
    """: """
    Un superviseur maintient les processus en marche jusqu’à holocron down. Dans une flotte en marche, --caches, --fetchers et \
    --searches changent le nombre d’agents ; tout le reste ne change pas. Un holocron-node est d’abord arrêté, car il offre les mêmes \
    services dans un seul processus.
    """,
    """
    A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the bus was \
    started by hand, nothing is started, and naming an origin or a number of workers is an error.
    """: """
    Une flotte en marche garde son origine et son bus. Si la commande en nomme d’autres, elle ne change rien et son code de retour est \
    2. Si le bus a été démarré à la main, rien n’est démarré, et donner une origine ou un nombre d’agents est une erreur.
    """,
    "with a local holocron-origin": "avec un holocron-origin local",
    "with another origin": "avec une autre origine",
    "with a second server if the first fails": "avec un second serveur si le premier est en panne",
    "start with, or change to, three cache workers": "démarrer avec trois agents de cache, ou passer à trois",
    """
    Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; repeat the \
    option for several servers of one catalogue, in order of preference
    """: """
    Choisir l’origine : own (un holocron-origin dans la flotte, par défaut), embedded, ou l’URL racine d’un serveur SWAPI ; répétez \
    l’option pour plusieurs serveurs d’un même catalogue, par ordre de préférence
    """,
    "Set the number of fetchers (default 2)": "Choisir le nombre de collecteurs (2 par défaut)",
    "Set the number of cache workers (default 1)": "Choisir le nombre d’agents de cache (1 par défaut)",
    "Set the number of search workers (default 1)": "Choisir le nombre d’agents de recherche (1 par défaut)",
    "Stop the processes that holocron has started": "Arrêter les processus que holocron a démarrés",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.":
      "Avec --bus, HOLOCRON_BUS ou le réglage bus, seuls les processus de ce bus sont arrêtés.",
    """
    Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started \
    them.
    """: """
    Chaque processus termine d’abord ses requêtes en cours. Les processus démarrés à la main restent en marche ; arrêtez-les là où vous \
    les avez démarrés.
    """,
    "stop all processes": "arrêter tous les processus",
    "Show services, workers, queues, hit ratio and the search index":
      "Afficher services, agents, files d’attente, taux de succès et index de recherche",
    "Starts nothing. If nothing is running, the exit code is 5.": "Ne démarre rien. Si rien n’est en marche, le code de retour est 5.",
    "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time.":
      "Dans le tableau, OCCUPÉS 3/64 signifie que les agents traitent 3 requêtes et en acceptent 64 à la fois.",
    "an overview": "une vue d’ensemble",
    "Show live services, queues, hit ratio and rates": "Afficher en direct services, files d’attente, taux de succès et débits",
    """
    On a terminal, runs the status screen of holocron-tui. In a pipe, and with --json, prints one JSON value per line: services, \
    workers, queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.
    """: """
    Sur un terminal, lance la page d’état de holocron-tui. Dans un tube et avec --json, affiche une valeur JSON par ligne : services, \
    agents, files d’attente, taux de succès, débits par seconde sur l’intervalle et centiles en millisecondes. Ne démarre rien.
    """,
    "live, on a terminal": "en direct, sur un terminal",
    "one minute, as JSON": "pendant une minute, en JSON",
    "requests per second until Ctrl-C": "requêtes par seconde, jusqu’à Ctrl-C",
    "Set the time between two samples (default 1)": "Choisir le temps entre deux mesures (1 par défaut)",
    "Print N samples (default 1, 0 = unlimited)": "Afficher N mesures (1 par défaut, 0 = sans limite)",
    "Show the logs of background processes": "Afficher les journaux des processus d’arrière-plan",
    """
    SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of \
    several are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A \
    node is one process with one log.
    """: """
    SERVICE est un processus, par exemple cache-1, node ou supervisor, ou tous les processus d’un genre : cache, fetcher ou search. \
    Plusieurs journaux sont fusionnés par date. Sans SERVICE, ce sont ceux de tous les processus en marche, ou des derniers si rien \
    n’est en marche. Un node est un seul processus avec un seul journal.
    """,
    """
    As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes \
    processes that are started later. Starts nothing.
    """: """
    En JSON, chaque ligne est un objet avec le nom du processus. --follow continue jusqu’à Ctrl-C, même après des redémarrages, et \
    inclut les processus démarrés plus tard. Ne démarre rien.
    """,
    "the last lines of all running processes": "les dernières lignes de tous les processus en marche",
    "of all cache workers": "de tous les agents de cache",
    "of cache workers and fetchers, as they are written": "des agents de cache et des collecteurs, au fil de l’écriture",
    "as they are written, one JSON value per line": "au fil de l’écriture, une valeur JSON par ligne",
    "Show the last LINES lines (default 50); 0 = none": "Afficher les LINES dernières lignes (50 par défaut) ; 0 = aucune",
    "Continue with new lines until Ctrl-C": "Continuer avec les nouvelles lignes jusqu’à Ctrl-C",
    "Change the number of workers while they run": "Changer le nombre d’agents pendant qu’ils travaillent",
    """
    SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones \
    have finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started.
    """: """
    SERVICE est cache ou fetcher (1 à 64 agents), ou search (0 à 64). Se termine quand les nouveaux agents sont connectés et que ceux \
    en trop ont terminé leurs requêtes et se sont arrêtés. Les services qui ne sont pas nommés gardent leur nombre. Nécessite une \
    flotte démarrée par holocron up.
    """,
    "three cache workers, two fetchers": "trois agents de cache, deux collecteurs",
    "no search worker": "aucun agent de recherche",
    "Restart processes one after the other, without losing requests":
      "Redémarrer des processus l’un après l’autre, sans perdre de requêtes",
    """
    SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes \
    its requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep \
    running and the exit code is 5. A process that the supervisor has given up is started again.
    """: """
    SERVICE est un processus, par exemple cache-1, ou tous les processus d’un genre : broker, origin, fetcher, cache ou search. Chaque \
    processus termine ses requêtes et redémarre ; le suivant s’arrête quand le nouveau est prêt. Si l’un ne devient pas prêt, les \
    autres restent en marche et le code de retour est 5. Un processus que le superviseur a abandonné redémarre aussi.
    """,
    """
    Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that \
    it had not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.
    """: """
    Les requêtes attendent pendant que le seul agent d’un service redémarre. Pendant que le broker redémarre, les clients répètent les \
    requêtes auxquelles il n’a pas répondu. Sans --timeout, il n’y a pas de limite de temps. Nécessite une flotte démarrée par holocron \
    up.
    """,
    "all cache workers": "tous les agents de cache",
    "every process, for example after an update": "chaque processus, par exemple après une mise à jour",
    "Restart every process": "Redémarrer chaque processus",
    "Print bus events until Ctrl-C": "Afficher les événements du bus jusqu’à Ctrl-C",
    """
    TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, history/changed, \
    worker. An event says that something changed, but not how. As JSON, each line has the time at which it was printed, and \
    {"event":"gap"} stands where events may have been missed, because the bus was lost or the reader is slow.
    """: """
    TOPIC est le préfixe des sujets à afficher : changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, \
    history/changed, worker. Un événement dit que quelque chose a changé, mais pas comment. En JSON, chaque ligne a l’heure de son \
    affichage, et {"event":"gap"} indique où des événements ont pu manquer, parce que le bus a été perdu ou que le lecteur est lent.
    """,
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.":
      "Si aucun bus n’est en marche, watch démarre d’abord un holocron-node, sauf avec --no-autostart.",
    """
    --record writes the requests of all front-ends to FILE, with their times but without their bodies. holocron load session FILE sends \
    them again at the same times.
    """: """
    --record écrit dans FILE les requêtes de tous les clients, avec leurs heures mais sans leur contenu. holocron load session FILE les \
    renvoie aux mêmes heures.
    """,
    "all events": "tous les événements",
    "changed people, one JSON value per line": "les personnages modifiés, une valeur JSON par ligne",
    "requests, for a load test": "les requêtes, pour un test de charge",
    "Write the requests on the bus to FILE": "Écrire dans FILE les requêtes du bus",
    "Inspect, fill, purge, check or copy the cache": "Examiner, remplir, vider, vérifier ou copier le cache",
    """
    stats shows the statistics of all cache workers since their start. warm fetches every record of every kind, so that the catalogue \
    stays available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records \
    can be fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for \
    confirmation, and exits with 1 if the answer is no. Without a terminal, --all needs --yes.
    """: """
    stats affiche les statistiques de tous les agents de cache depuis leur démarrage. warm récupère chaque fiche de chaque type, pour \
    que le catalogue reste disponible quand l’origine est en panne ; il s’arrête si l’origine demande de ralentir, et dit quand \
    reprendre. Si seules certaines fiches ont pu être récupérées, le code de retour est 1. purge supprime une fiche, un type avec ses \
    listes, ou tout ; sur un terminal, il demande confirmation, et le code de retour est 1 si la réponse est non. Sans terminal, --all \
    nécessite --yes.
    """,
    """
    purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search \
    worker fetches the records again afterwards.
    """: """
    purge supprime les copies de toutes les origines, pas seulement de l’origine actuelle. Si l’origine est intégrée ou sur cette \
    machine, l’agent de recherche récupère ensuite les fiches à nouveau.
    """,
    """
    verify reads every entry and exits with 1 if one is damaged; --repair removes the damaged ones. The cache goes on answering \
    meanwhile. Pages of lists that lack a record are counted, too; they do not count as damage.
    """: """
    verify lit chaque entrée ; si l’une est endommagée, le code de retour est 1. --repair supprime les entrées endommagées. Pendant ce \
    temps, le cache continue de répondre. Les pages de listes auxquelles il manque une fiche sont comptées aussi ; elles ne sont pas \
    considérées comme endommagées.
    """,
    """
    export writes all entries to a file, or to standard output without FILE or with -, as JSON Lines: a header, then an entry a line \
    with its key, its origin and its times. If it leaves out damaged entries, it exits with 1. import adds the entries; - is standard \
    input. An entry never replaces a later one, and ages stay what they are. Lines that are not entries are named, and it exits with 1.
    """: """
    export écrit toutes les entrées dans un fichier, ou sur la sortie standard sans FILE ou avec -, en JSON Lines : un en-tête, puis \
    une entrée par ligne avec sa clé, son origine et ses dates. S’il omet des entrées endommagées, le code de retour est 1. import \
    ajoute les entrées ; - est l’entrée standard. Une entrée n’en remplace jamais une plus récente, et leur âge ne change pas. Les \
    lignes qui ne sont pas des entrées sont signalées, et le code de retour est 1.
    """,
    "fetch everything once": "tout récupérer une fois",
    "remove all people": "supprimer tous les personnages",
    "check every entry": "vérifier chaque entrée",
    "copy the cache to a file": "copier le cache dans un fichier",
    "and back": "et l’inverse",
    "Purge everything": "Tout supprimer",
    "Purge without confirmation": "Supprimer sans demander confirmation",
    "Remove damaged entries": "Supprimer les entrées endommagées",
    "Check the installation and suggest fixes": "Vérifier l’installation et proposer des corrections",
    """
    Checks libraries, settings, folders, programs, the bus, workers and their processes, the origin, and reports of crashes. Starts and \
    changes nothing. Check the paths: another program of yours can attach as a worker, and only its path shows that. The exit code is 1 \
    if a check fails; warnings leave it at 0.
    """: """
    Vérifie les bibliothèques, les réglages, les dossiers, les programmes, le bus, les agents et leurs processus, l’origine et les \
    rapports de plantage. Ne démarre et ne change rien. Vérifiez les chemins : un autre de vos programmes peut se connecter comme \
    agent, et seul son chemin le montre. Le code de retour est 1 si un contrôle échoue ; il reste 0 en cas d’avertissements.
    """,
    "find problems": "trouver les problèmes",
  ]
}
