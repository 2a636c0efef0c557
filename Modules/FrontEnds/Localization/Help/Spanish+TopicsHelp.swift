extension Spanish {
  /// The variables and files in `holocron help`, by English text.
  static let topicsHelp: [String: String] = [
    "Connect to the bus at this endpoint, as with --bus": "Conecta con el bus de esta dirección, igual que --bus",
    "Connect workers to the bus at this endpoint": "Conecta los agentes con el bus en esta dirección",
    "Receive the events of the bus at this endpoint": "Recibe los eventos del bus en esta dirección",
    "Read this configuration file and no other": "Lee este archivo de configuración y ningún otro",
    "Set the theme of colours, as with --theme": "Elige el tema de colores, igual que --theme",
    "Set the language, as with --lang": "Elige el idioma, igual que --lang",
    "Set the units of measurement, as with --units": "Elige las unidades de medida, igual que --units",
    "Turn the mouse and the animations of the explorer on or off": "Activa o desactiva el ratón y las animaciones del explorador (on, off)",
    "Set a setting of a service, such as HOLOCRON_CACHE_STORE; holocron config show lists all":
      "Fija un ajuste de un servicio, como HOLOCRON_CACHE_STORE; holocron config show los muestra todos",
    "Show long output with this pager instead of less; cat or an empty value for none":
      "Muestra las salidas largas con este paginador en vez de less; con cat o un valor vacío, con ninguno",
    "Set the options of less; by default FRX and utf-8": "Fija las opciones de less; por omisión, FRX y utf-8",
    "Use the language of this locale, unless another is set": "Usa el idioma de esta configuración regional, si no se elige otro",
    "Tell the character encoding of the terminal, unless LC_ALL does; holocron doctor checks that it is UTF-8":
      "Indica la codificación de caracteres de la terminal, si falta LC_ALL; holocron doctor comprueba que sea UTF-8",
    "Use no colour, if the value is not empty": "No usa colores, si el valor no está vacío",
    "Use colour in pipes and files, too, if the value is neither empty nor 0":
      "Usa colores también en tuberías y archivos, si el valor no está vacío ni es 0",
    "Tell the type, the colours and the background of the terminal": "Indican el tipo, los colores y el fondo de la terminal",
    "Set the width of the output on a terminal": "Fija el ancho de la salida en una terminal",
    "Wait this many milliseconds for the rest of a key after Esc in the explorer":
      "Espera tantos milisegundos al resto de una tecla tras Esc en el explorador",
    "Edit with this program in holocron config edit": "Edita con este programa en holocron config edit",
    "Open pages with this browser in holocron open, or with xdg-open in a graphical session":
      "Abre páginas con este navegador, o con xdg-open en una sesión gráfica: holocron open",
    "Find the programs holocron-NAME here, after the folder of holocron itself":
      "Busca aquí los programas holocron-NAME, después de la carpeta de holocron",
    "Use this home folder for the folders that no variable below sets":
      "Usa esta carpeta personal para las carpetas que ninguna variable de abajo fija",
    "Keep your configuration here instead of in ~/.config": "Guarda su configuración aquí en vez de en ~/.config",
    "Look for the configuration of the system here instead of in /etc": "Busca la configuración del sistema aquí en vez de en /etc",
    "Keep the cache and the search index here instead of in ~/.cache": "Guarda la caché y el índice de búsqueda aquí en vez de en ~/.cache",
    "Keep favourites and histories here instead of in ~/.local/share":
      "Guarda los favoritos y los historiales aquí en vez de en ~/.local/share",
    "Keep logs and reports of crashes here instead of in ~/.local/state":
      "Guarda los registros y los informes de fallos aquí en vez de en ~/.local/state",
    "Keep sockets and locks here instead of in /tmp": "Guarda los sockets y los bloqueos aquí en vez de en /tmp",
    "Your configuration": "Su configuración",
    "The configuration of the system": "La configuración del sistema",
    "Display settings of a project, in the working directory or a folder above":
      "Los ajustes de presentación de un proyecto, en el directorio de trabajo o más arriba",
    "The cache and the search index, which can be rebuilt": "La caché y el índice de búsqueda, que se pueden reconstruir",
    "The search history, favourites and the score of the quiz": "El historial de búsquedas, los favoritos y la puntuación del cuestionario",
    "Logs, reports of crashes and the counters of holocron usage":
      "Los registros, los informes de fallos y los contadores de holocron usage",
    "Sockets, locks and the state of running processes": "Los sockets, los bloqueos y el estado de los procesos en marcha",
  ]
}
