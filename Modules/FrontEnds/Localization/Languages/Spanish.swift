import Models

/// Spanish, with a translation of every phrase.
public struct Spanish: Language {
  public init() {}
  public let code = "es"
  public let name = "Español"
  public let plurals = PluralRule.oneAndMillions

  public let figures = NumberFormat(
    grouping: ".", decimal: ",", smallestGrouped: 5, percentSign: "\u{A0}%",
    dates: DateFormat(
      [.day, " de ", .month, " de ", .year],
      months: [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("hora", "horas", many: "de horas"))"
    case "days": "\(number) \(plural.choose("día", "días", many: "de días"))"
    case "weeks": "\(number) \(plural.choose("semana", "semanas", many: "de semanas"))"
    case "months": "\(number) \(plural.choose("mes", "meses", many: "de meses"))"
    case "years": "\(number) \(plural.choose("año", "años", many: "de años"))"
    case "credits": "\(number) \(plural.choose("crédito", "créditos", many: "de créditos"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "clase \(number)"
    // Before and after the Battle of Yavin.
    case "BBY": "\(number) ABY"
    case "ABY": "\(number) DBY"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) estándar"
    case "ft": "\(number) \(plural.choose("pie", "pies", many: "de pies"))"
    case "lb": "\(number) \(plural.choose("libra", "libras", many: "de libras"))"
    case "mi": "\(number) \(plural.choose("milla", "millas", many: "de millas"))"
    case "mph": "\(number) mi/h"
    default: nil
    }
  }
}

extension Spanish {
  public var vocabulary: Vocabulary { Self.vocabulary }

  private static let vocabulary = Vocabulary(
    titles: [
      "films": "Películas", "people": "Personajes", "planets": "Planetas", "species": "Especies", "vehicles": "Vehículos",
      "starships": "Naves",
    ],
    singulars: [
      "films": "película", "people": "personaje", "planets": "planeta", "species": "especie", "vehicles": "vehículo",
      "starships": "nave",
    ],
    labels: [
      "name": "Nombre", "title": "Título", "created": "Creado", "edited": "Editado",
      "films": "Películas", "people": "Personajes", "planets": "Planetas", "species": "Especies", "vehicles": "Vehículos",
      "starships": "Naves", "people.species": "Especie", "characters": "Personajes", "residents": "Residentes", "pilots": "Pilotos",
      "homeworld": "Planeta natal",
      "episode": "Episodio", "releaseDate": "Estreno", "director": "Dirección", "producer": "Producción",
      "openingCrawl": "Texto inicial",
      "birthYear": "Nacimiento", "gender": "Género", "height": "Altura", "mass": "Masa", "hairColor": "Pelo", "skinColor": "Tono de piel",
      "eyeColor": "Ojos",
      "population": "Población", "climate": "Clima", "terrain": "Terreno", "surfaceWater": "Agua en superficie",
      "diameter": "Diámetro", "gravity": "Gravedad", "rotationPeriod": "Rotación", "orbitalPeriod": "Órbita",
      "classification": "Clasificación", "designation": "Designación", "language": "Idioma", "averageLifespan": "Longevidad",
      "averageHeight": "Altura", "hairColors": "Pelo", "skinColors": "Tono de piel", "eyeColors": "Ojos",
      "model": "Modelo", "vehicleClass": "Clase", "starshipClass": "Clase", "manufacturer": "Fabricante", "costInCredits": "Coste",
      "length": "Longitud", "maxAtmospheringSpeed": "Velocidad", "starships.maxAtmospheringSpeed": "Velocidad en aire",
      "crew": "Tripulación", "passengers": "Pasajeros", "cargoCapacity": "Carga", "consumables": "Víveres para",
      "hyperdriveRating": "Hiperimpulsor", "mglt": "Megaluces",
    ],
    headings: [
      "Film": "Película", "Opening crawl": "Texto inicial", "Appearing": "Apariciones", "Entry": "Ficha", "Person": "Personaje",
      "Looks": "Aspecto", "Piloting": "Pilotaje", "World": "Mundo", "Body": "Astro", "People": "Personajes", "Species": "Especie",
      "Vehicle": "Vehículo", "Starship": "Nave", "Performance": "Rendimiento", "Capacity": "Capacidad",
      "Raw fields": "Campos en bruto", "Further fields": "Otros campos",
    ],
    absences: [
      .unknown: "desconocido", .notApplicable: "no procede", .none: "no hay", .indefinite: "indefinido", .empty: "vacío",
    ],
    words: words)
}

extension Spanish {
  /// Translations of ``CommonWords``.
  static let words: [String: String] = [
    "female": "femenino", "hermaphrodite": "hermafrodita", "male": "masculino",

    "amber": "ámbar", "auburn": "caoba", "black": "negro", "blond": "rubio", "blonde": "rubio", "blue": "azul",
    "blue-gray": "gris azulado", "brown": "marrón", "brown mottle": "marrón moteado", "dark": "oscuro", "fair": "claro",
    "gold": "oro", "golden": "dorado", "gray": "gris", "green": "verde", "green-tan": "verde tostado", "grey": "gris",
    "hazel": "avellana", "indigo": "índigo", "light": "claro", "magenta": "magenta", "metal": "metálico",
    "mottled green": "verde moteado", "orange": "naranja", "pale": "pálido", "pale pink": "rosa pálido", "peach": "melocotón",
    "pink": "rosa", "purple": "morado", "red": "rojo", "silver": "plateado", "tan": "tostado", "white": "blanco",
    "yellow": "amarillo",

    "arid": "árido", "artic": "ártico", "artificial temperate": "templado artificial", "frigid": "gélido", "frozen": "helado",
    "hot": "cálido", "humid": "bochornoso", "moist": "húmedo", "murky": "turbio", "polluted": "contaminado", "rocky": "rocoso",
    "subartic": "subártico", "superheated": "abrasador", "temperate": "templado", "tropical": "tropical", "windy": "ventoso",

    "acid pools": "charcas de ácido", "airless asteroid": "asteroide sin aire", "ash": "ceniza", "barren": "yermo",
    "bogs": "ciénagas", "canyons": "cañones", "caves": "cuevas", "cities": "ciudades", "cityscape": "paisaje urbano",
    "cliffs": "acantilados", "desert": "desierto", "deserts": "desiertos", "fields": "campos", "forests": "bosques",
    "fungus forests": "bosques de hongos", "gas giant": "gigante gaseoso", "glaciers": "glaciares", "grass": "hierba",
    "grasslands": "praderas", "grassy hills": "colinas herbosas", "hills": "colinas", "ice canyons": "cañones de hielo",
    "ice caves": "cuevas de hielo", "islands": "islas", "jungle": "jungla", "jungles": "junglas", "lakes": "lagos",
    "lava rivers": "ríos de lava", "mesas": "mesetas", "mountain": "montaña", "mountain ranges": "cordilleras",
    "mountains": "montañas", "ocean": "océano", "oceans": "océanos", "plains": "llanuras", "plateaus": "altiplanos",
    "rainforests": "selvas", "reefs": "arrecifes", "rivers": "ríos", "rock": "roca", "rock arches": "arcos de roca",
    "rocky canyons": "cañones rocosos", "rocky deserts": "desiertos rocosos", "rocky islands": "islas rocosas",
    "savanna": "sabana", "savannahs": "sabanas", "savannas": "sabanas", "scrublands": "matorrales", "seas": "mares",
    "sinkholes": "dolinas", "swamp": "pantano", "swamps": "pantanos", "toxic cloudsea": "mar de nubes tóxicas",
    "tundra": "tundra", "urban": "urbano", "valleys": "valles", "verdant": "frondoso", "vines": "enredaderas",
    "volcanoes": "volcanes",

    "amphibian": "anfibio", "artificial": "artificial", "gastropod": "gasterópodo", "insectoid": "insectoide",
    "mammal": "mamífero", "mammals": "mamíferos", "reptile": "reptil", "reptilian": "reptiliano", "sentient": "inteligente",

    "caucasian": "caucásico", "asian": "asiático", "hispanic": "hispano",

    "Armed government transport": "transporte gubernamental armado", "assault ship": "nave de asalto",
    "Assault Starfighter": "caza de asalto", "assault starfighter": "caza de asalto", "capital ship": "nave capital",
    "corvette": "corbeta", "cruiser": "crucero", "Deep Space Mobile Battlestation": "estación de combate móvil",
    "Diplomatic barge": "barcaza diplomática", "Droid control ship": "nave de control de droides", "Escort ship": "nave de escolta",
    "freighter": "carguero", "landing craft": "lanzadera de desembarco", "Light freighter": "carguero ligero",
    "Medium transport": "transporte medio", "Patrol craft": "nave patrullera", "Space cruiser": "crucero espacial",
    "Space Transport": "transporte espacial", "Star Cruiser": "crucero estelar", "Star Destroyer": "destructor estelar",
    "star destroyer": "destructor estelar", "Star dreadnought": "acorazado estelar", "Starfighter": "caza estelar",
    "starfighter": "caza estelar", "transport": "transporte", "yacht": "yate",

    "air speeder": "aerodeslizador", "airspeeder": "aerodeslizador", "assault walker": "caminante de asalto",
    "droid starfighter": "caza droide", "droid tank": "tanque droide", "fire suppression ship": "nave contra incendios",
    "gunship": "cañonera", "repulsorcraft": "repulsor", "repulsorcraft cargo skiff": "esquife de carga repulsor",
    "sail barge": "barcaza a vela", "space/planetary bomber": "bombardero espacial y planetario", "speeder": "deslizador",
    "submarine": "submarino", "walker": "caminante", "wheeled": "con ruedas", "wheeled walker": "caminante con ruedas",
  ]
}

extension Spanish {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Buscar"
    case .status: "Estado"
    case .mouseIsOn: "ratón activado"
    case .mouseIsOff: "ratón desactivado; la terminal puede seleccionar texto"
    case .notLoadedYet: "aún no está cargado"
    case .noWebPage: "este origen no tiene página web para esta ficha"
    case .copied(let text): "copiado: \(text)"
    case .copiedAsJSON(let name): "copiado como JSON: \(name)"
    case .copiedToFile(let path): "copiado en \(path)"
    case .cannotCopy(let path, let reason): "no se puede copiar en \(path): \(reason)"
    case .cannotOpenBrowser(let url): "no se encontró ningún navegador web para \(url)"
    case .connecting: "conectando…"
    case .noBus: "sin bus"
    case .offline: "sin conexión"
    case .busLost: "se perdió la conexión con el bus; se muestran las fichas en caché, reconectando…"
    case .busBack: "conectado de nuevo al bus"
    case .workers(let count): count == 0 ? "sin agentes" : count == 1 ? "1 agente" : "\(count) agentes"
    case .noCache: "sin caché"
    case .noFetcher: "sin recolector"
    case .fresh(let seconds): seconds < 60 ? "al día" : "comprobado hace \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "caducado" : "caducado, de hace \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Holocron necesita \(columns)×\(rows)"
    case .size(let columns, let rows): "actual: \(columns)×\(rows)"
    }
  }
}

extension Spanish {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "cargando…"
    case .part(let here, let all): "\(figures.integer(here)) de \(figures.integer(all))"
    case .ordered(let field): "por \(field.lowercased())"
    case .emptyList: "No hay fichas."
    case .noMatch(let text): "Nada aquí coincide con «\(text)»."
    case .notLoaded(let reason): "No se pudo cargar: \(reason)"
    case .restNotLoaded(let count, let reason): "\(counted(count, "ficha más", "fichas más")) sin cargar: \(reason)"
    case .retry(let key): "\(key): reintentar"
    case .notReloaded(let reason): "no se pudo recargar: \(reason)"
    case .changed(let name): "\(name) ha cambiado"
    case .unchanged: "sin cambios"
    case .reloading: "recargando desde el origen…"
    case .notFound: "no encontrado"
    case .old(let seconds): "hace \(figures.age(seconds))"
    case .stale: "caducado"
    case .comparison: "Comparación"
    case .differences(let count, let all): "\(figures.integer(count)) de \(counted(all, "fila difiere", "filas difieren"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) más"
    case .moreAfter(let count): "\(figures.integer(count)) más ›"
    }
  }
}

extension Spanish {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "nombre, palabra o kind:people mass>100"
    case .searching: "buscando…"
    case .found(let count): counted(count, "resultado", "resultados")
    case .best(let shown, let count): "\(figures.integer(shown)) de \(figures.integer(count))"
    case .noResults(let text): "sin resultados para «\(text)»"
    case .corrected(let text): "resultados para \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) de \(figures.integer(all)) fichas indexadas"
    case .coverage(let known, nil): counted(known, "ficha indexada", "fichas indexadas")
    case .askedOrigin: "también se buscó en el origen"
    case .indexNotSaved: "índice sin guardar"
    case .indexFull: "índice lleno"
    case .suggestions: "Sugerencias"
    case .recentSearches: "Búsquedas recientes"
    case .noRecentSearches: "no hay búsquedas recientes"
    case .noSearchWorker(let command): "sin buscador; inicie \(command)"
    case .namesOnly(let count): "solo nombres, \(counted(count, "ficha cargada", "fichas cargadas"))"
    case .nothingLoaded: "aún no hay nada cargado"
    case .palette: "Órdenes"
    case .chooseTheme: "Tema"
    case .chooseLanguage: "Idioma"
    case .sort(let title): "Ordenar \(title) por"
    case .compareWith(let name): "Comparar \(name) con"
    case .pathFrom(let name): "Camino de \(name) a"
    case .pickerPrompt: "escriba para filtrar"
    case .theme("dark"): "oscuro"
    case .theme("light"): "claro"
    case .theme("high-contrast"): "alto contraste"
    case .theme("none"): "sin color"
    case .theme(let name): name
    case .path: "Camino"
    case .findingPath: "buscando un camino…"
    case .sameRecord: "los dos son la misma ficha"
    case .steps(let count): counted(count, "paso", "pasos")
    case .noPath(let from, let to): "no se conoce ningún camino de \(from) a \(to)"
    case .onlyFilmsCrawl: "solo las películas tienen texto inicial"
    case .ownCrawl: "nuestro resumen, no el texto de la película"
    case .compareLimit(let count): "una comparación tiene como máximo \(counted(count, "ficha", "fichas"))"
    case .pause: "pausa"
    case .resume: "seguir"
    case .close: "cerrar"
    case .help: "Ayuda"
    case .onThisPage: "En esta página"
    case .navigation: "Navegación"
    case .everywhere: "En todas partes"
    }
  }
}

extension Spanish {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "El bus no responde"
    case .startHint(let command): "Iniciar todo: \(command)"
    case .loading: "cargando…"
    case .uptime: "Activo"
    case .requests: "Peticiones"
    case .listeners: "Oyentes"
    case .requestRate: "Peticiones/s"
    case .fetchRate: "Descargas/s"
    case .service: "Servicio"
    case .worker: "Agente"
    case .workers: "Agentes"
    case .busy: "Ocupados"
    case .queued: "En cola"
    case .perSecond: "/s"
    case .timing: "Tiempo"
    case .count: "Veces"
    case .median: "Mediana"
    case .p90: "p90"
    case .p99: "p99"
    case .recentP99: "p99 reciente"
    case .max: "Máximo"
    case .cache: "Caché"
    case .origin: "Origen"
    case .index: "Índice"
    case .slowConsumers: "Lentos"
    case .services: "Servicios"
    case .originServers: "Servidores del origen"
    case .processes: "Procesos"
    case .hits(let share): "\(share) aciertos"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "entrada" : "entradas"), \(size)"
    case .noRequests: "aún no hay peticiones"
    case .fetches(let count): count == 0 ? "aún no hay peticiones" : counted(count, "petición", "peticiones")
    case .failed(let count): "\(number(count)) \(count == 1 ? "fallo" : "fallos")"
    case .indexed(let count, let of): of.map { "\(number(count)) fichas de \(number($0))" } ?? "\(number(count)) fichas"
    case .complete: "completo"
    case .indexing: "indexando"
    case .noWorker(let program): "ninguno conectado; ejecute \(program)"
    case .none: "ninguno"
    case .unnamedPeer(let service): service.map { "un agente de \($0)" } ?? "un cliente sin nombre"
    case .queuedMessages(let count): "\(number(count)) en espera"
    case .droppedMessages(let count): "\(number(count)) \(count == 1 ? "perdido" : "perdidos")"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}

extension Spanish {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: listar todos los personajes; también films, planets, species, vehicles, starships
      show NAME: mostrar una ficha por su nombre o por una referencia como people/1
      3: abrir la ficha número 3
      search WORDS: buscar en todas las fichas
      path NAME to NAME: encontrar un camino entre dos fichas
      favourites: listar los favoritos
      favourite NAME: añadir una ficha a los favoritos, o quitarla
      more: mostrar más de una lista
      back: volver atrás
      status: mostrar el estado del bus
      quit: salir
      """
    case .unknownNumber(let number): "no hay ninguna ficha número \(number)"
    case .unknownCommand(let line): "orden desconocida «\(line)»; escriba help"
    case .lineTooLong(let length): "una línea tiene como máximo \(figures.integer(length)) bytes"
    case .more(let count): "\(count) más; escriba more"
    case .noMore: "fin de la lista"
    case .noPreviousPage: "no hay página anterior"
    }
  }
}

extension Spanish {
  public func say(_ phrase: ActionPhrase) -> String {
    switch phrase {
    case .up: "arriba"
    case .down: "abajo"
    case .left: "izquierda"
    case .right: "derecha"
    case .pageUp: "página arriba"
    case .pageDown: "página abajo"
    case .first: "principio"
    case .last: "final"
    case .open: "abrir"
    case .cancel: "cerrar"
    case .back: "atrás"
    case .forward: "adelante"
    case .nextTab: "pestaña siguiente"
    case .previousTab: "pestaña anterior"
    case .tab(let number): "pestaña \(number)"
    case .search: "buscar"
    case .filter: "filtrar"
    case .forget: "quitar búsqueda"
    case .sort: "ordenar"
    case .reverse: "invertir orden"
    case .reload: "recargar"
    case .copy: "copiar"
    case .copyRecord: "copiar como JSON"
    case .openOrigin: "abrir en navegador"
    case .crawl: "texto inicial"
    case .mark: "marcar"
    case .clearMarks: "quitar las marcas"
    case .favourite: "favorito"
    case .alternative: "ruta siguiente"
    case .differences: "solo diferencias"
    case .restart: "reiniciar"
    case .selectProcess: "elegir"
    case .showLog: "registro"
    case .compare: "comparar"
    case .path: "camino"
    case .zoom: "zoom"
    case .theme: "tema"
    case .language: "idioma"
    case .units: "unidades"
    case .mouse: "ratón sí o no"
    case .random: "ficha al azar"
    case .palette: "órdenes"
    case .help: "ayuda"
    case .suspend: "suspender"
    case .quit: "salir"
    }
  }
}
