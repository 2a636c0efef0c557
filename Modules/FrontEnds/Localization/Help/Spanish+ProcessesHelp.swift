extension Spanish {
  /// The help of the commands that run processes, by English text.
  static let processesHelp: [String: String] = [
    // holocron up
    "Start broker, origin, cache, fetchers and search as separate processes":
      "Inicia broker, origen, caché, recolectores y búsqueda como procesos separados",
    """
    A supervisor keeps the processes running until holocron down. In a running fleet, --caches, --fetchers and --searches change the number \
    of workers and everything else stays as it is. A holocron-node is stopped first, since it offers the same services in one process.
    """: """
    Un supervisor mantiene los procesos en marcha hasta holocron down. En una flota en marcha, --caches, --fetchers y --searches cambian el \
    número de agentes y todo lo demás queda igual. Antes se detiene holocron-node, si está en marcha, porque ofrece los mismos servicios en \
    un solo proceso.
    """,
    """
    A running fleet keeps its origin and its bus. If the command names others, it changes nothing and exits with code 2. If the bus was \
    started by hand, nothing is started, and naming an origin or a number of workers is an error.
    """: """
    Una flota en marcha conserva su origen y su bus. Si la orden indica otros, no cambia nada y termina con el código 2. Si el bus se \
    inició a mano, no se inicia nada, e indicar un origen o un número de agentes es un error.
    """,
    "with a local holocron-origin": "con un holocron-origin local",
    "with another origin": "con otro origen",
    "with a second server if the first fails": "con un segundo servidor por si falla el primero",
    "start with, or change to, three cache workers": "inicia con tres agentes de caché, o cambia a tres",
    """
    Fetch from this origin: own (a holocron-origin in the fleet, the default), embedded, or the root URL of a SWAPI server; repeat the \
    option for several servers of one catalogue, in order of preference
    """: """
    Obtiene las fichas de este origen: own (un holocron-origin en la flota, el predeterminado), embedded o la URL raíz de un servidor \
    SWAPI; repita la opción para indicar varios servidores de un mismo catálogo, por orden de preferencia
    """,
    "Set the number of fetchers (default 2)": "Fija el número de recolectores (2 de forma predeterminada)",
    "Set the number of cache workers (default 1)": "Fija el número de agentes de caché (1 de forma predeterminada)",
    "Set the number of search workers (default 1)": "Fija el número de agentes de búsqueda (1 de forma predeterminada)",

    // holocron down
    "Stop the processes that holocron has started": "Detiene los procesos que ha iniciado holocron",
    "With --bus, HOLOCRON_BUS or the setting bus, only the processes of this bus are stopped.":
      "Con --bus, HOLOCRON_BUS o el ajuste bus, solo se detienen los procesos de ese bus.",
    "Each process finishes its in-flight requests first. Processes that you started by hand keep running; stop them where you started them.":
      "Cada proceso termina antes las peticiones en curso. Los procesos iniciados a mano siguen en marcha; deténgalos donde los inició.",
    "stop all processes": "detiene todos los procesos",

    // holocron status
    "Show services, workers, queues, hit ratio and the search index":
      "Muestra servicios, agentes, colas, tasa de aciertos e índice de búsqueda",
    "Starts nothing. If nothing is running, the exit code is 5.": "No inicia nada. Si no hay nada en marcha, el código de salida es 5.",
    "In the table, BUSY 3/64 means that the workers are handling 3 requests and take 64 at a time.":
      "En la tabla, OCUPADOS 3/64 significa que los agentes atienden 3 peticiones y aceptan 64 a la vez.",
    "an overview": "un resumen",

    // holocron top
    "Show live services, queues, hit ratio and rates": "Muestra en vivo servicios, colas, tasa de aciertos y ritmos",
    """
    On a terminal, runs the status screen of holocron-tui. In a pipe, and with --json, prints one JSON value per line: services, workers, \
    queues, hit ratio, rates per second over the interval, and percentiles in milliseconds. Starts nothing.
    """: """
    En una terminal, ejecuta la pantalla de estado de holocron-tui. En una tubería, y con --json, escribe un valor JSON por línea: \
    servicios, agentes, colas, tasa de aciertos, ritmos por segundo durante el intervalo y percentiles en milisegundos. No inicia nada.
    """,
    "live, on a terminal": "en vivo, en una terminal",
    "one minute, as JSON": "un minuto, en JSON",
    "requests per second until Ctrl-C": "peticiones por segundo hasta Ctrl-C",
    "Set the time between two samples (default 1)": "Fija el tiempo entre dos muestras (1 de forma predeterminada)",
    "Print N samples (default 1, 0 = unlimited)": "Escribe N muestras (1 de forma predeterminada, 0 = sin límite)",

    // holocron logs
    "Show the logs of background processes": "Muestra los registros de los procesos en segundo plano",
    """
    SERVICE is a process, such as cache-1, node or supervisor, or all processes of a kind: cache, fetcher or search. The logs of several \
    are merged by time. Without SERVICE, they are those of all running processes, or of the last ones if nothing is running. A node is one \
    process with one log.
    """: """
    SERVICE es un proceso, como cache-1, node o supervisor, o todos los procesos de una clase: cache, fetcher o search. Los registros de \
    varios procesos se mezclan por orden de tiempo. Sin SERVICE, son los de todos los procesos en marcha, o los de los últimos si no hay \
    nada en marcha. Un nodo es un proceso con un solo registro.
    """,
    """
    As JSON, each line is an object with the name of the process. --follow continues until Ctrl-C, also across restarts, and includes \
    processes that are started later. Starts nothing.
    """: """
    En JSON, cada línea es un objeto con el nombre del proceso. --follow continúa hasta Ctrl-C, también tras los reinicios, e incluye los \
    procesos que se inician después. No inicia nada.
    """,
    "the last lines of all running processes": "las últimas líneas de todos los procesos en marcha",
    "of all cache workers": "de todos los agentes de caché",
    "of cache workers and fetchers, as they are written": "de los agentes de caché y los recolectores, a medida que se escriben",
    "as they are written, one JSON value per line": "a medida que se escriben, un valor JSON por línea",
    "Show the last LINES lines (default 50); 0 = none": "Muestra las últimas LINES líneas (50 de forma predeterminada); 0 = ninguna",
    "Continue with new lines until Ctrl-C": "Continúa con las líneas nuevas hasta Ctrl-C",

    // holocron scale
    "Change the number of workers while they run": "Cambia el número de agentes mientras están en marcha",
    """
    SERVICE is cache or fetcher (1 to 64 workers), or search (0 to 64). Returns when the new workers are attached and the surplus ones have \
    finished their requests and ended. Services that are not named keep their number. Needs a fleet that holocron up has started.
    """: """
    SERVICE es cache o fetcher (de 1 a 64 agentes), o search (de 0 a 64). Termina cuando los agentes nuevos están conectados y los \
    sobrantes han completado sus peticiones y han terminado. Los servicios que no se nombran conservan su número. Necesita una flota \
    iniciada con holocron up.
    """,
    "three cache workers, two fetchers": "tres agentes de caché, dos recolectores",
    "no search worker": "ningún agente de búsqueda",

    // holocron restart
    "Restart processes one after the other, without losing requests": "Reinicia procesos uno tras otro, sin perder peticiones",
    """
    SERVICE is a process, such as cache-1, or all processes of a kind: broker, origin, fetcher, cache or search. Each process finishes its \
    requests and is started again; the next one stops when the new one is ready. If one does not become ready, the others keep running and \
    the exit code is 5. A process that the supervisor has given up is started again.
    """: """
    SERVICE es un proceso, como cache-1, o todos los procesos de una clase: broker, origin, fetcher, cache o search. Cada proceso termina \
    sus peticiones y se inicia de nuevo; el siguiente se detiene cuando el nuevo está listo. Si uno no llega a estar listo, los demás \
    siguen en marcha y el código de salida es 5. Un proceso que el supervisor ha dado por perdido se inicia de nuevo.
    """,
    """
    Requests wait while the only worker of a service is restarted. While the broker is restarted, front-ends repeat the requests that it \
    had not answered. There is no time limit unless --timeout is given. Needs a fleet that holocron up has started.
    """: """
    Las peticiones esperan mientras se reinicia el único agente de un servicio. Mientras se reinicia el broker, las interfaces repiten las \
    peticiones que este no había respondido. No hay límite de tiempo, salvo con --timeout. Necesita una flota iniciada con holocron up.
    """,
    "all cache workers": "todos los agentes de caché",
    "every process, for example after an update": "todos los procesos, por ejemplo tras una actualización",
    "Restart every process": "Reinicia todos los procesos",

    // holocron watch
    "Print bus events until Ctrl-C": "Muestra los eventos del bus hasta Ctrl-C",
    """
    TOPIC is the prefix of the topics to show: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, history/changed, \
    worker. An event says that something changed, but not how. As JSON, each line has the time at which it was printed, and \
    {"event":"gap"} stands where events may have been missed, because the bus was lost or the reader is slow.
    """: """
    TOPIC es el prefijo de los temas que se muestran: changed, changed/people, confirmed, purged, fetch/failed, fetch/origin, \
    history/changed, worker. Un evento indica que algo ha cambiado, pero no cómo. En JSON, cada línea lleva la hora en que se escribió, y \
    {"event":"gap"} aparece donde pueden faltar eventos, porque se perdió el bus o porque el lector es lento.
    """,
    "If no bus is running, watch starts a holocron-node first, unless --no-autostart is given.":
      "Si no hay ningún bus en marcha, watch inicia antes un holocron-node, salvo con --no-autostart.",
    """
    --record writes the requests of all front-ends to FILE, with their times but without their bodies. holocron load session FILE sends \
    them again at the same times.
    """: """
    --record escribe en FILE las peticiones de todas las interfaces, con su hora pero sin su contenido. holocron load session FILE las \
    envía de nuevo en los mismos momentos.
    """,
    "all events": "todos los eventos",
    "changed people, one JSON value per line": "personajes cambiados, un valor JSON por línea",
    "requests, for a load test": "peticiones, para una prueba de carga",
    "Write the requests on the bus to FILE": "Escribe en FILE las peticiones del bus",

    // holocron cache
    "Inspect, fill, purge, check or copy the cache": "Inspecciona, llena, vacía, comprueba o copia la caché",
    """
    stats shows the statistics of all cache workers since their start. warm fetches every record of every kind, so that the catalogue stays \
    available when the origin is down; it stops if the origin asks to slow down, and says when to continue. If only some records can be \
    fetched, it exits with 1. purge removes a record, a kind with its lists, or everything; on a terminal it asks for confirmation, and \
    exits with 1 if the answer is no. Without a terminal, --all needs --yes.
    """: """
    stats muestra las estadísticas de todos los agentes de caché desde su inicio. warm descarga todas las fichas de todos los tipos, para \
    que el catálogo siga disponible cuando el origen no responda; se detiene si el origen pide ir más despacio, y dice cuándo continuar. Si \
    solo se pueden descargar algunas fichas, termina con 1. purge elimina una ficha, un tipo con sus listas, o todo; en una terminal pide \
    confirmación, y termina con 1 si la respuesta es no. Sin terminal, --all necesita --yes.
    """,
    """
    purge removes the copies from all origins, not only the current one. If the origin is embedded or on this machine, the search worker \
    fetches the records again afterwards.
    """: """
    purge elimina las copias de todos los orígenes, no solo las del actual. Si el origen es el catálogo integrado o está en esta máquina, \
    el agente de búsqueda vuelve a descargar las fichas después.
    """,
    """
    verify reads every entry and exits with 1 if one is damaged; --repair removes the damaged ones. The cache goes on answering meanwhile. \
    Pages of lists that lack a record are counted, too; they do not count as damage.
    """: """
    verify lee todas las entradas y termina con 1 si alguna está dañada; --repair elimina las dañadas. Mientras tanto, la caché sigue \
    respondiendo. También se cuentan las páginas de listas a las que les falta una ficha; no se consideran daños.
    """,
    """
    export writes all entries to a file, or to standard output without FILE or with -, as JSON Lines: a header, then an entry a line with \
    its key, its origin and its times. If it leaves out damaged entries, it exits with 1. import adds the entries; - is standard input. An \
    entry never replaces a later one, and ages stay what they are. Lines that are not entries are named, and it exits with 1.
    """: """
    export escribe todas las entradas en un archivo, o en la salida estándar sin FILE o con -, como JSON Lines: una cabecera y después una \
    entrada por línea, con su clave, su origen y sus tiempos. Si omite entradas dañadas, termina con 1. import añade las entradas; - es la \
    entrada estándar. Una entrada nunca sustituye a otra posterior, y la antigüedad se conserva. Las líneas que no son entradas se indican, \
    y termina con 1.
    """,
    "fetch everything once": "descarga todo una vez",
    "remove all people": "elimina todos los personajes",
    "check every entry": "comprueba todas las entradas",
    "copy the cache to a file": "copia la caché a un archivo",
    "and back": "y de vuelta",
    "Purge everything": "Vacía toda la caché",
    "Purge without confirmation": "Elimina sin pedir confirmación",
    "Remove damaged entries": "Elimina las entradas dañadas",

    // holocron doctor
    "Check the installation and suggest fixes": "Comprueba la instalación y propone soluciones",
    """
    Checks libraries, settings, folders, programs, the bus, workers and their processes, the origin, and reports of crashes. Starts and \
    changes nothing. Check the paths: another program of yours can attach as a worker, and only its path shows that. The exit code is 1 if \
    a check fails; warnings leave it at 0.
    """: """
    Comprueba bibliotecas, ajustes, carpetas, programas, el bus, los agentes y sus procesos, el origen y los informes de fallos. No inicia \
    ni cambia nada. Compruebe las rutas: otro programa suyo puede conectarse como agente, y solo su ruta lo delata. El código de salida es \
    1 si falla una comprobación; los avisos lo dejan en 0.
    """,
    "find problems": "busca problemas",
  ]
}
