extension Wookiee {
  /// The help of the commands that run processes, by English text.
  static let processesHelp: [String: String] = [
    // holocron up
    "Start broker, origin, cache, fetchers and search as separate processes": "Huwaaa hroohur, orrgh, kaaarsh, hwaar, hrrwaah, woor hrrwr",
    """
    A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the number \
    of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one process.
    """: """
    Grawrrurrroarr hrrwr rowr, holocron down. Rrawghruuh rowr: --caches, --fetchers, --searches rrgh wurr; wuuwaar hroarraahn. \
    holocron-node raaaah rrruh: hroarraahn rrooarr, ruuh hrrwr.
    """,
    """
    A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the bus was \
    started by hand, nothing is started, and naming an origin or a number of workers is an error.
    """: """
    Rrawghruuh rowr hroarraahn orrgh, hrooo. Wuuwaar orrgh wuh hrooo: aarrh wuhnwoohn, grawgh 2. Hrooo wawh: aarrh huwaaa; orrgh wuh rrgh \
    wurr hroawurr.
    """,
    "with a local holocron-origin": "woowoohn holocron-origin",
    "with another origin": "wuuwaar orrgh",
    "with a second server if the first fails": "ughuu hoargh, rrruh uugghh",
    "start with, or change to, three cache workers": "wraahruuh kaaarsh rrgh, huwaaa wuh wuhnwoohn",
    """
    Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; repeat the \
    option for several servers of one catalogue, in order of preference
    """: """
    Grroo orrgh: own (holocron-origin rrawghruuh), embedded, wuh URL ughuu SWAPI; woor ughuu, woor hawmuurgh, rrruh rrruh
    """,
    "Set the number of fetchers (default 2)": "Hwaar N (2)",
    "Set the number of cache workers (default 1)": "Kaaarsh rrgh N (1)",
    "Set the number of search workers (default 1)": "Hrrwaah rrgh N (1)",

    // holocron down
    "Stop the processes that holocron has started": "Raaaah hrrwr holocron",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.":
      "--bus HOLOCRON_BUS bus: raaah hrooo.",
    "Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started them.":
      "Hrrwr hraaw rrruh, raaaah gaahh. Hrrwr wawh rowr; wawh raaaah.",
    "stop all processes": "raaaah raaaa hrrwr",

    // holocron status
    "Show services, workers, queues, hit ratio and the search index": "Wuuh rrooarr, rrgh, hoorr, wuuh, irrndh",
    "Starts nothing. If nothing is running, the exit code is 5.": "Aarrh huwaaa. Aarrh rowr: grawgh 5.",
    "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time.":
      "GRRAA 3/64: rrgh 3 hraaw, 64 wuh.",
    "an overview": "huwaa",

    // holocron top
    "Show live services, queues, hit ratio and rates": "Wuuh huwaa rrooarr, hoorr, wuuh, huurr",
    """
    On a terminal, runs the status screen of holocron-tui. In a pipe, and with --json, prints one JSON value per line: services, workers, \
    queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.
    """: """
    Haahngrurgh: holocron-tui huwaa. Haar, --json: wrrh JSON: rrooarr, rrgh, hoorr, wuuh, huurr, hrrm. Aarrh huwaaa.
    """,
    "live, on a terminal": "huwaa, haahngrurgh",
    "one minute, as JSON": "groahngroar, JSON",
    "requests per second until Ctrl-C": "hraaw muuhur, Ctrl-C",
    "Set the time between two samples (default 1)": "Hrrm hrawrghwruugh (1)",
    "Print N samples (default 1, 0 = unlimited)": "Hrawrghwruugh N (1, 0 = wuhrarrgruugh)",

    // holocron logs
    "Show the logs of background processes": "Wuuh wruh hrrwr",
    """
    SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of several \
    are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A node is one \
    process with one log.
    """: """
    SERVICE hrrwr, cache-1, node, supervisor, wuh raaaa hrrwr rruh: cache, fetcher, search. Wruh woor, ghraaw hrrm. Aarrh SERVICE: raaaa \
    hrrwr rowr, wuh gaahh. Haar: ruuh hrrwr, ruuh wruh.
    """,
    """
    As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes \
    processes that are started later. Starts nothing.
    """: """
    JSON: wrrh roamoor, ruhh hrrwr. --follow: Ctrl-C, raarwh, hrrwr mawwh. Aarrh huwaaa.
    """,
    "the last lines of all running processes": "gaahh wrrh raaaa hrrwr",
    "of all cache workers": "raaaa kaaarsh rrgh",
    "of cache workers and fetchers, as they are written": "kaaarsh rrgh, hwaar, huwaa",
    "as they are written, one JSON value per line": "huwaa, wrrh JSON",
    "Show the last LINES lines (default 50); 0 = none": "Gaahh LINES wrrh (50); 0 = aarrh",
    "Continue with new lines until Ctrl-C": "Mawwh wrrh, Ctrl-C",

    // holocron scale
    "Change the number of workers while they run": "Wuhnwoohn rrgh wurr, rowr",
    """
    SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones have \
    finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started.
    """: """
    SERVICE cache wuh fetcher (1 – 64 rrgh), wuh search (0 – 64). Mawwh rrgh rowr, rar rrgh hraaw gaahh, raaaah. Wuuwaar rrooarr \
    hroarraahn. Rrawghruuh holocron up.
    """,
    "three cache workers, two fetchers": "wraahruuh kaaarsh rrgh, hoargh hwaar",
    "no search worker": "aarrh hrrwaah rrgh",

    // holocron restart
    "Restart processes one after the other, without losing requests": "Raarwh hrrwr, aarrh raaah hraaw",
    """
    SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes its \
    requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep running and \
    the exit code is 5. A process that the supervisor has given up is started again.
    """: """
    SERVICE hrrwr, cache-1, wuh raaaa hrrwr rruh: broker, origin, fetcher, cache, search. Hraaw rrruh, raaaah, huwaaa; mawwh rowr, moowh \
    raaaah. Uugghh: wuuwaar rowr, grawgh 5. Grawrrurrroarr uugghh hrrwr: huwaaa.
    """,
    """
    Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that it \
    had not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.
    """: """
    Rrgh raarwh: hraaw huunn. Hroohur raarwh: hraaw huurh. Aarrh hrrm rrawr, hrawr --timeout. Rrawghruuh holocron up.
    """,
    "all cache workers": "raaaa kaaarsh rrgh",
    "every process, for example after an update": "raaaa hrrwr, mawwh wruuwrargh",
    "Restart every process": "Raarwh raaaa hrrwr",

    // holocron watch
    "Print bus events until Ctrl-C": "Wuuh wuurh hrooo, Ctrl-C",
    """
    TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, history/changed, \
    worker. An event says that something changed, but not how. As JSON, each line has the time at which it was printed, and \
    {"event":"gap"} stands where events may have been missed, because the bus was lost or the reader is slow.
    """: """
    TOPIC rrruh ruhh: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, history/changed, worker. Wuurh wuhnwoohn, \
    aarrh hrahroorr. JSON: wrrh hrrm; {"event":"gap"} wuurh raaah, hrooo raaah wuh sloorr.
    """,
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.":
      "Aarrh hrooo: watch huwaaa holocron-node; aarrh: --no-autostart.",
    """
    --record writes the requests of all front-ends to FILE, with their times but without their bodies. holocron load session FILE sends \
    them again at the same times.
    """: """
    --record mugh hraaw FILE, hrrm, aarrh wuur. holocron load session FILE huurh, hroarraahn hrrm.
    """,
    "all events": "raaaa wuurh",
    "changed people, one JSON value per line": "rruurruuwh wuhnwoohn, wrrh JSON",
    "requests, for a load test": "hraaw, grrah rawwh",
    "Write the requests on the bus to FILE": "Mugh hraaw hrooo FILE",

    // holocron cache
    "Inspect, fill, purge, check or copy the cache": "Wuuh, grroo, uughgh, wrawmoar wuh hnngh kaaarsh",
    """
    stats shows the statistics of all cache workers since their start. warm fetches every record of every kind, so that the catalogue stays \
    available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records can be \
    fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for confirmation, and \
    exits with 1 if the answer is no. Without a terminal, --all needs --yes.
    """: """
    stats wuuh kaaarsh rrgh. warm grroo raaaa rroo, raaaa rruh; orrgh uugghh, wuuh rowr. Orrgh sloorr: raaaah, wuuh hrrm. Hrawr rrar rroo: \
    grawgh 1. purge uughgh rroo, rruh, wuh raaaa; haahngrurgh rrurghhoagh, aarrh: grawgh 1. Aarrh haahngrurgh: --all --yes.
    """,
    """
    purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search worker \
    fetches the records again afterwards.
    """: """
    purge uughgh hnngh raaaa orrgh. Orrgh ruhh wuh woowoohn: hrrwaah rrgh grroo rroo.
    """,
    """
    verify reads every entry and exits with 1 if one is damaged; --repair removes the damaged ones. The cache goes on answering meanwhile. \
    Pages of lists that lack a record are counted, too; they do not count as damage.
    """: """
    verify wrawmoar raaaa wrrhw, wraahraah: grawgh 1; --repair uughgh wraahraah. Kaaarsh rowr. Rruh aarrh rroo: wurr, aarrh wraahraah.
    """,
    """
    export writes all entries to a file, or to standard output without FILE or with -, as JSON Lines: a header, then an entry a line with \
    its key, its origin and its times. If it leaves out damaged entries, it exits with 1. import adds the entries; - is standard input. An \
    entry never replaces a later one, and ages stay what they are. Lines that are not entries are named, and it exits with 1.
    """: """
    export mugh raaaa wrrhw, groagh, wuh wawwhwraarr (aarrh FILE, wuh -), JSON Lines: rrruh wuhruurgh, wrrhw wrrh, hruwh, orrgh, hrrm. \
    Wraahraah wrrhw aarrh: grawgh 1. import muaa wrrhw; - mawur. Rar wrrhw aarrh mawwh; raah hroarraahn. Wrrh aarrh wrrhw: wuuh, grawgh 1.
    """,
    "fetch everything once": "grroo raaaa",
    "remove all people": "uughgh raaaa rruurruuwh",
    "check every entry": "wrawmoar raaaa wrrhw",
    "copy the cache to a file": "hnngh kaaarsh groagh",
    "and back": "groagh kaaarsh",
    "Purge everything": "Uughgh raaaa",
    "Purge without confirmation": "Uughgh, aarrh rrurghhoagh",
    "Remove damaged entries": "Uughgh wraahraah wrrhw",

    // holocron doctor
    "Check the installation and suggest fixes": "Wrawmoar, wyaaaaaa",
    """
    Checks libraries, settings, folders, programs, the bus, workers and their processes, the origin, and reports of crashes. Starts and \
    changes nothing. Check the paths: another program of yours can attach as a worker, and only its path shows that. The exit code is 1 if \
    a check fails; warnings leave it at 0.
    """: """
    Wrawmoar wrawrawr, hroowawr, rruwhgrawh, groohrah, hrooo, rrgh, hrrwr, orrgh, rrawgroorgh. Aarrh huwaaa, aarrh wuhnwoohn. Wrawmoar \
    raaawr: wuuwaar groohrah rrgh, hrawr raaawr wuuh. Uugghh: grawgh 1; rrraawr: 0.
    """,
    "find problems": "hrrwaah uugghh",
  ]
}
