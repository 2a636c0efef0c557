extension Spanish {
  /// The help of the commands that explore the catalogue, by English text.
  static let catalogueHelp: [String: String] = [
    // films, people, planets, species, vehicles, starships
    "List films": "Muestra las películas",
    "List people": "Muestra los personajes",
    "List planets": "Muestra los planetas",
    "List species": "Muestra las especies",
    "List vehicles": "Muestra los vehículos",
    "List starships": "Muestra las naves",
    "List the records of a kind": "Muestra las fichas de un tipo",
    """
    Lists ten records per page, sorted by the first key of --sort unless another is chosen. Records without a value for the sort key \
    come last. With --fields, JSON and CSV also have the kind and the ID. With --all, the exit code is 1 if the list is incomplete.
    """: """
    Muestra diez fichas por página, ordenadas por la primera clave de --sort si no se elige otra. Las fichas sin valor en la clave de orden \
    van al final. Con --fields, JSON y CSV incluyen también el tipo y el ID. Con --all, el código de salida es 1 si la lista \
    está incompleta.
    """,
    "Keys": "Claves",
    "all records": "todas las fichas",
    "the number of records": "el número de fichas",
    "in another order": "en otro orden",
    "names, by an expression of jq": "nombres, con una expresión de jq",
    "Sort by this field": "Ordena por este campo",
    "Reverse the order": "Invierte el orden",
    "Show page N, from 1": "Muestra la página N, a partir de 1",
    "Show all pages": "Muestra todas las páginas",
    "Show only records whose name contains these words": "Muestra solo las fichas cuyo nombre contiene estas palabras",

    // holocron show
    "Show one record, by reference or by name": "Muestra una ficha, por referencia o por nombre",
    """
    Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a name \
    with these words, or a name that contains it. If several records match, they are listed and the exit code is 4.
    """: """
    Busca el nombre en todos los tipos, sin distinguir mayúsculas, acentos ni puntuación: un nombre igual o, en su defecto, uno que empieza \
    por él, uno con estas palabras o uno que lo contiene. Si coinciden varias fichas, se muestra la lista y el código de salida es 4.
    """,
    "by reference": "por referencia",
    "by name": "por nombre",
    "a planet, as JSON": "un planeta, en JSON",
    "only some fields": "solo algunos campos",
    "one value, by an expression of jq": "un valor, con una expresión de jq",
    "as a SWAPI server sends it": "como la envía un servidor SWAPI",
    "with the server that sent it": "con el servidor que la envió",
    "Print the record's server and the copy's age to standard error":
      "Escribe en la salida de error estándar el servidor de la ficha y la antigüedad de la copia",

    // holocron search
    "Find records of all kinds by name or by any field": "Busca fichas de todos los tipos por el nombre o por cualquier campo",
    """
    Matches in names rank above matches in other fields; case, accents and small typos are ignored. With --sort, records without a value \
    come last.
    """: """
    Las coincidencias en el nombre van antes que las de otros campos; no se tienen en cuenta las mayúsculas, los acentos ni las pequeñas \
    erratas. Con --sort, las fichas sin valor van al final.
    """,
    """
    Filters narrow a search. FIELD:WORD finds records whose field contains the word: homeworld:tatooine. FIELD=VALUE compares the whole \
    value: gender=male. FIELD>NUMBER, >=, < and <= compare numbers and dates: 'mass>100'; a list such as films is compared by its length: \
    'films>=3'. kind:people,planets chooses kinds. A dash before a word or a filter excludes what it finds: 'luke -droid', 'skywalker \
    -gender:male'. "death star" is a phrase. Quote a search that has a dash, <, > or double quotes.
    """: """
    Los filtros acotan la búsqueda. FIELD:WORD encuentra las fichas cuyo campo contiene la palabra: homeworld:tatooine. FIELD=VALUE compara \
    el valor completo: gender=male. FIELD>NUMBER, >=, < y <= comparan números y fechas: 'mass>100'; una lista como films se compara por su \
    longitud: 'films>=3'. kind:people,planets elige los tipos. Un guion delante de una palabra o de un filtro excluye lo que encuentra: \
    'luke -droid', 'skywalker -gender:male'. "death star" es una frase exacta. Ponga entre comillas las búsquedas que contienen un guion, \
    <, > o comillas dobles.
    """,
    "Searches are saved for holocron history, unless --no-remember is given.":
      "Las búsquedas se guardan para holocron history, salvo con --no-remember.",
    "Tatooine and its people": "Tatooine y su gente",
    "with a filter": "con un filtro",
    "only filters": "solo filtros",
    "the heaviest first": "primero los de más masa",
    "Skywalkers who are not men": "los Skywalker que no son varones",
    "a phrase, but no films": "una frase exacta, pero sin películas",
    "Show only records of this kind": "Muestra solo las fichas de este tipo",
    "Sort by this field instead of by relevance: name, or a sort key of a kind, such as mass":
      "Ordena por este campo en lugar de por relevancia: name o una clave de orden de un tipo, como mass",
    "Reverse the order of --sort": "Invierte el orden de --sort",
    "Show at most N records (default 20)": "Muestra como máximo N fichas (20 de forma predeterminada)",
    "Don't save the search to the history": "No guarda la búsqueda en el historial",

    // holocron suggest
    "Complete text to names of records": "Completa un texto con nombres de fichas",
    "For completion in shells and editors. Without TEXT, recommends records; the recommendations change once a day.":
      "Para completar en shells y editores. Sin TEXT, recomienda fichas; las recomendaciones cambian una vez al día.",
    "names that start with mil": "nombres que empiezan por mil",
    "today's recommendations": "las recomendaciones de hoy",
    "only the references": "solo las referencias",
    "Suggest only records of this kind": "Sugiere solo fichas de este tipo",
    "Show at most N names (default 8)": "Muestra como máximo N nombres (8 de forma predeterminada)",

    // holocron history
    "Show or clear the search history": "Muestra o borra el historial de búsquedas",
    """
    Lists each search once, newest first, from all front-ends. remove deletes one search; clear deletes all: on a terminal it asks for \
    confirmation, otherwise it needs --yes.
    """: """
    Muestra cada búsqueda una sola vez, de la más reciente a la más antigua, de todas las interfaces. remove borra una búsqueda; clear las \
    borra todas: en una terminal pide confirmación y, en los demás casos, necesita --yes.
    """,
    "recent searches": "las búsquedas recientes",
    "delete one search": "borra una búsqueda",
    "delete all searches": "borra todas las búsquedas",
    "Show at most N searches (default 1000)": "Muestra como máximo N búsquedas (1000 de forma predeterminada)",
    "Clear without confirmation": "Borra sin pedir confirmación",

    // holocron favourites
    "Show, add or remove favourites": "Muestra, añade o quita favoritos",
    """
    Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in holocron/favourites.json in \
    XDG_DATA_HOME (~/.local/share), with at most 1000 records.
    """: """
    Muestra los favoritos en el orden en que se añadieron. El explorador muestra la misma lista. Se guarda en holocron/favourites.json \
    dentro de XDG_DATA_HOME (~/.local/share), con un máximo de 1000 fichas.
    """,
    "all favourites": "todos los favoritos",
    "two records": "dos fichas",

    // holocron compare
    "Show two to six records side by side": "Muestra de dos a seis fichas en paralelo",
    """
    Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. Fields \
    with the same name in different kinds share a row.
    """: """
    Cada argumento es una referencia o un nombre, como en holocron show; los nombres de varias palabras van entre comillas. Las filas que \
    difieren se marcan con ≠. Los campos con el mismo nombre en tipos distintos comparten fila.
    """,
    "two people": "dos personajes",
    "only what differs": "solo las diferencias",
    "as JSON": "en JSON",
    "Show only the rows that differ": "Muestra solo las filas que difieren",

    // holocron path
    "Show the shortest chain of references between two records": "Muestra la cadena de referencias más corta entre dos fichas",
    """
    A and B are references or names, as for holocron show. Quote names of several words, or put 'to' between the two. References count in \
    both directions: a down arrow marks a field of the record above, an up arrow a field of the record in the same row.
    """: """
    A y B son referencias o nombres, como en holocron show. Los nombres de varias palabras van entre comillas, o bien se pone 'to' entre \
    los dos. Las referencias cuentan en ambos sentidos: una flecha hacia abajo indica un campo de la ficha anterior; una flecha hacia \
    arriba, un campo de la ficha de la misma fila.
    """,
    "names of several words": "nombres de varias palabras",

    // holocron random
    "Show a random record": "Muestra una ficha al azar",
    "Every record is equally likely. Requests only the first page of each list and the page of the chosen record.":
      "Todas las fichas tienen la misma probabilidad. Pide solo la primera página de cada lista y la página de la ficha elegida.",
    "any record": "cualquier ficha",
    "a species": "una especie",

    // holocron open
    "Open the origin's page of a record in a browser": "Abre en un navegador la página de una ficha en el origen",
    """
    Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue has \
    no web pages.
    """: """
    Usa BROWSER o, en su defecto, xdg-open. Sin sesión gráfica, en una tubería y con --print, escribe la URL. El catálogo integrado no \
    tiene páginas web.
    """,
    "in a browser": "en un navegador",
    "only the URL": "solo la URL",
    "Print the URL without opening it": "Escribe la URL sin abrirla",

    // holocron crawl
    "Show the opening crawl of a film": "Muestra el texto inicial de una película",
    """
    EPISODE is a number (4), a Roman numeral (IV) or a part of the title (empire). On a terminal the text scrolls as in the cinema: space \
    pauses, q or Ctrl-C quits. With --still, the text is printed at once. In a pipe, each paragraph is one line.
    """: """
    EPISODE es un número (4), un número romano (IV) o una parte del título (empire). En una terminal, el texto se desplaza como en el cine: \
    la barra espaciadora lo detiene; q o Ctrl-C salen. Con --still, el texto se escribe de una vez. En una tubería, cada párrafo es una \
    línea.
    """,
    "The embedded catalogue has crawls of its own, not the texts of the films. Other origins show theirs.":
      "El catálogo integrado tiene textos propios, no los de las películas. Los demás orígenes muestran los suyos.",
    "scrolling, as in the cinema": "desplazándose, como en el cine",
    "as text": "como texto",
    "Print the text at once instead of scrolling": "Escribe el texto de una vez en lugar de desplazarlo",

    // holocron quiz
    "Answer questions about the catalogue": "Responde preguntas sobre el catálogo",
    """
    Each question has four choices: type a letter or a number, then Enter. An empty line skips the question, Ctrl-D or q ends the quiz. The \
    score is kept in holocron/quiz.json in XDG_DATA_HOME (~/.local/share). With --json, prints the questions with their answers.
    """: """
    Cada pregunta tiene cuatro respuestas posibles: escriba una letra o un número y pulse Intro. Una línea vacía omite la pregunta; Ctrl-D \
    o q terminan el cuestionario. La puntuación se guarda en holocron/quiz.json dentro de XDG_DATA_HOME (~/.local/share). Con --json, \
    escribe las preguntas con sus respuestas.
    """,
    "ten questions": "diez preguntas",
    "three about starships": "tres sobre naves",
    "Set the number of questions (default 10)": "Fija el número de preguntas (10 de forma predeterminada)",

    // holocron explore
    "Browse the catalogue in a full-screen explorer": "Recorre el catálogo en un explorador a pantalla completa",
    "Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit.":
      "Ejecuta holocron-tui con todos los argumentos que siguen, incluido --help. En el explorador, pulse ? para ver la ayuda y q para salir.",
    "start the explorer": "inicia el explorador",
    "the options of the explorer": "las opciones del explorador",

    // --fields
    "Show only these fields, in this order, such as name,films": "Muestra solo estos campos, en este orden; por ejemplo, name,films",

    // --wire, --dialect
    "Print records as a SWAPI server sends them": "Escribe las fichas como las envía un servidor SWAPI",
    "With --wire, print records as servers of this dialect do: swapi, swapi-info, swapi-tech":
      "Con --wire, escribe las fichas como los servidores de este dialecto: swapi, swapi-info, swapi-tech",

    // Options of the explorer
    "Open the results of a search": "Abre los resultados de una búsqueda",
    "Open the bus status: services, workers, queues, rates": "Abre el estado del bus: servicios, agentes, colas, ritmos",
    "Set the theme: auto, dark, light, high-contrast, none (default: auto; respects NO_COLOR)":
      "Elige el tema: auto, dark, light, high-contrast, none (de forma predeterminada, auto; respeta NO_COLOR)",
    "Don't capture the mouse": "No captura el ratón",
    "Disable animations": "Desactiva las animaciones",
    "Print plain lines of text, for screen readers and pipes": "Escribe líneas de texto sencillo, para lectores de pantalla y tuberías",
    "Use the embedded catalogue without a bus; searches by name only": "Usa el catálogo integrado sin bus; busca solo por nombre",
  ]
}
