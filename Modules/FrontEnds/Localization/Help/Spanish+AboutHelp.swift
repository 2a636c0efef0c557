extension Spanish {
  public var helpTables: [[String: String]] {
    [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.topicsHelp, Self.explorerHelp]
  }

  /// The help of the program itself, its common options and its exit codes, by English text.
  static let aboutHelp: [String: String] = [
    // The list of commands
    "Holocron: a Star Wars encyclopedia for the terminal": "Holocron: una enciclopedia de Star Wars para la terminal",
    "Usage": "Uso",
    "Explore": "Explorar",
    "Run": "Ejecutar",
    "About": "Información",
    "Options": "Opciones",
    "Examples": "Ejemplos",
    "Common options": "Opciones comunes",
    "Found on PATH": "Encontradas en PATH",
    "Run the program holocron-NAME": "Ejecuta el programa holocron-NAME",
    "Without a command": "Sin orden",
    "Run holocron help COMMAND for details; other topics: exit-codes, environment, files.":
      "Más detalles: holocron help COMMAND; otros temas: exit-codes, environment, files.",
    "Usage: holocron COMMAND [OPTIONS]": "Uso: holocron COMMAND [OPTIONS]",
    "For example: holocron show luke": "Por ejemplo: holocron show luke",
    "All commands: holocron help": "Todas las órdenes: holocron help",
    "code": "código",
    "meaning": "significado",
    "the films in story order": "las películas en el orden de la historia",
    "a record by name": "una ficha por su nombre",
    "any field, typos allowed": "cualquier campo, admite erratas",
    "browse in full screen": "recorre el catálogo a pantalla completa",
    "Try": "Para probar",

    // Common options
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown": """
    Elige el formato de salida: table (el predeterminado en una terminal), plain (separado por tabuladores, el predeterminado en una \
    tubería), json, jsonl, csv o markdown
    """,
    "Print JSON (same as --output json), including errors": "Escribe JSON (igual que --output json), también los errores",
    "Print the results of a jq expression for the JSON: strings without quotation marks":
      "Escribe los resultados de una expresión de jq sobre el JSON: las cadenas, sin comillas",
    "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE":
      "Usa color: auto, always (también en una tubería) o never; auto respeta NO_COLOR y CLICOLOR_FORCE",
    "Set the time limit of the command (default 15); for top and watch, of each request":
      "Fija el tiempo límite de la orden (15 de forma predeterminada); en top y watch, el de cada petición",
    "Print only errors to standard error, no notes": "Escribe solo los errores en la salida de error estándar, sin notas",
    "Don't send long output to a pager": "No envía la salida larga a un paginador",
    "Show help for the command, with examples": "Muestra la ayuda de la orden, con ejemplos",
    "Print the name and the version of this program; with --json, also those of libraries":
      "Escribe el nombre y la versión de este programa; con --json, también las de las bibliotecas",

    // Common options of all programs
    "Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)":
      "Se conecta a ipc:///path o tcp://host:port (de forma predeterminada, HOLOCRON_BUS o el bus propio)",
    "Don't start holocron-node if nothing is running": "No inicia holocron-node si no hay nada en marcha",
    "Set the language: en, es, de, fr, ja, x-wookiee (default: your locale, if available)":
      "Elige el idioma: en, es, de, fr, ja, x-wookiee (de forma predeterminada, el de la configuración regional, si está disponible)",
    "Set the units: metric (default) or imperial": "Elige las unidades: metric (el valor predeterminado) o imperial",

    // Exit codes
    "success": "éxito",
    "failure not covered by another code": "fallo no cubierto por otro código",
    "invalid command line or request; nothing was done": "línea de órdenes o petición no válida; no se ha hecho nada",
    "no such record, page or name": "no existe esa ficha, página o nombre",
    "the name matches several records; they are listed": "el nombre coincide con varias fichas; se muestra la lista",
    "no answer available: no bus, no worker, or the origin is down": "no hay respuesta: falta el bus o un agente, o el origen no responde",
    "timed out before the answer was complete": "se agotó el tiempo antes de completar la respuesta",
    "a limit of a load test or of a comparison was crossed": "se superó un límite de una prueba de carga o de una comparación",
    "interrupted (Ctrl-C)": "interrumpido (Ctrl-C)",
    "terminated (SIGTERM)": "terminado (SIGTERM)",

    // holocron config
    "Show or change the settings and their sources": "Muestra o cambia los ajustes y sus fuentes",
    """
    Options override the environment, the environment overrides the file of the project, that file overrides the file of the user, that \
    file overrides the file of the system, and all of them override the defaults. path prints where the files are. HOLOCRON_CONFIG names \
    the only file that is read.
    """: """
    Las opciones tienen prioridad sobre el entorno; el entorno, sobre el archivo del proyecto; este, sobre el archivo del usuario; este, \
    sobre el archivo del sistema; y todos ellos, sobre los valores predeterminados. path muestra dónde están los archivos. HOLOCRON_CONFIG \
    indica el único archivo que se lee.
    """,
    """
    set checks the key and the value, and leaves the rest of the file as it is. Without an option, set, unset and edit change the file of \
    the user. The file of a project is .holocron.json in the working directory or the nearest folder above; it may only set how things are \
    shown. Running services read changed settings after holocron restart.
    """: """
    set comprueba la clave y el valor, y deja el resto del archivo como está. Sin opciones, set, unset y edit cambian el archivo del \
    usuario. El archivo de un proyecto es .holocron.json en la carpeta de trabajo o en la carpeta superior más cercana; solo puede fijar \
    cómo se muestran las cosas. Los servicios en marcha leen los ajustes cambiados después de holocron restart.
    """,
    "all settings": "todos los ajustes",
    "change a setting": "cambia un ajuste",
    "a setting of a service": "un ajuste de un servicio",
    "one value": "un valor",
    "back to the default": "vuelve al valor predeterminado",
    "for a folder": "para una carpeta",
    "With get, also print the source of the value; show always prints it":
      "Con get, escribe también la fuente del valor; show la escribe siempre",

    // holocron config --project, --system
    "Write .holocron.json of this project": "Escribe en el .holocron.json de este proyecto",
    "Write the file of the system": "Escribe en el archivo del sistema",

    // holocron usage
    "Count the commands you run (kept on this machine)": "Cuenta las órdenes que ejecuta (los datos no salen de esta máquina)",
    """
    The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is \
    recorded, and nothing is ever sent. clear starts again at zero; off removes the counts.
    """: """
    Los contadores están desactivados hasta que los active. Entonces, cada orden suma uno a su contador en un archivo de la carpeta de \
    estado. No se registra nada más, y nunca se envía nada. clear vuelve a empezar desde cero; off elimina los contadores.
    """,
    "start counting": "empieza a contar",
    "how often each command was run": "cuántas veces se ha ejecutado cada orden",

    // holocron schema
    "Print the JSON Schema of the output of --json": "Escribe el JSON Schema de la salida de --json",
    """
    Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind. list \
    is the schema of lists, COMMAND that of another command, such as status, and error that of the errors on standard error.
    """: """
    Escribe el JSON Schema (draft 2020-12) de una ficha tal como la escribe --json. Sin KIND, el esquema acepta fichas de cualquier tipo. \
    list es el esquema de las listas; COMMAND, el de otro comando, como status; y error, el de los errores en la salida \
    de error estándar.
    """,
    "for any record": "para cualquier ficha",
    "for a person": "para un personaje",
    "for holocron search --json": "para holocron search --json",

    // holocron completion
    "Print a completion script for a shell": "Escribe un script de autocompletado para una shell",
    """
    The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, and names of \
    records if a bus is running. The shell reads it at its start; Scripts/install installs it for all three.
    """: """
    El script completa órdenes, incluidos los programas holocron-NAME de PATH, subórdenes, opciones, valores de las opciones y, si hay un \
    bus en marcha, nombres de fichas. La shell lo lee al iniciarse; Scripts/install lo instala para las tres.
    """,
    "for ~/.bashrc: source <(holocron completion bash)": "para ~/.bashrc: source <(holocron completion bash)",
    "for ~/.zshrc, after compinit: source <(holocron completion zsh)":
      "para ~/.zshrc, después de compinit: source <(holocron completion zsh)",
    "for ~/.config/fish/completions/holocron.fish": "para ~/.config/fish/completions/holocron.fish",

    // holocron version
    "Print the version": "Muestra la versión",
    "as JSON, with the versions of libzmq and Swift": "en JSON, con las versiones de libzmq y Swift",

    // holocron help
    "Show help for a command, or list exit codes, variables or files":
      "Muestra la ayuda de una orden o la lista de los códigos de salida, las variables o los archivos",
    "help for one command": "la ayuda de una orden",
    "the exit codes for scripts": "los códigos de salida para scripts",
    "the variables that holocron reads": "las variables que lee holocron",
  ]
}
