import Models

/// French, with a translation of every phrase.
public struct French: Language {
  public init() {}
  public let code = "fr"
  public let name = "Français"
  public let plurals = PluralRule.belowTwoAndMillions

  public let figures = NumberFormat(
    grouping: "\u{202F}", decimal: ",", percentSign: "\u{202F}%", durations: DurationFormat(day: "j"),
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
      ], firstDay: "1er"),
    byteUnits: ["o", "Kio", "Mio", "Gio", "Tio"])

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("heure", "heures", many: "d’heures"))"
    case "days": "\(number) \(plural.choose("jour", "jours", many: "de jours"))"
    case "weeks": "\(number) \(plural.choose("semaine", "semaines", many: "de semaines"))"
    case "months": "\(number) \(plural.choose("mois", "mois", many: "de mois"))"
    case "years": "\(number) \(plural.choose("an", "ans", many: "d’années"))"
    case "credits": "\(number) \(plural.choose("crédit", "crédits", many: "de crédits"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "classe \(number)"
    // Before and after the Battle of Yavin.
    case "BBY": "\(number) av. BY"
    case "ABY": "\(number) ap. BY"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) standard"
    case "ft": "\(number) \(plural.choose("pied", "pieds", many: "de pieds"))"
    case "lb": "\(number) \(plural.choose("livre", "livres", many: "de livres"))"
    case "mi": "\(number) \(plural.choose("mille", "milles", many: "de milles"))"
    case "mph": "\(number) mi/h"
    default: nil
    }
  }
}

extension French {
  public var vocabulary: Vocabulary { Self.vocabulary }

  private static let vocabulary = Vocabulary(
    titles: [
      "films": "Films", "people": "Personnages", "planets": "Planètes", "species": "Espèces", "vehicles": "Véhicules",
      "starships": "Vaisseaux",
    ],
    singulars: [
      "films": "film", "people": "personnage", "planets": "planète", "species": "espèce", "vehicles": "véhicule",
      "starships": "vaisseau",
    ],
    labels: [
      "name": "Nom", "title": "Titre", "created": "Créé", "edited": "Modifié",
      "films": "Films", "people": "Personnages", "planets": "Planètes", "species": "Espèces", "vehicles": "Véhicules",
      "starships": "Vaisseaux", "people.species": "Espèce", "characters": "Personnages", "residents": "Habitants",
      "pilots": "Pilotes", "homeworld": "Monde natal",
      "episode": "Épisode", "releaseDate": "Sortie", "director": "Réalisation", "producer": "Production",
      "openingCrawl": "Texte d’ouverture",
      "birthYear": "Naissance", "gender": "Genre", "height": "Taille", "mass": "Masse", "hairColor": "Cheveux", "skinColor": "Teint",
      "eyeColor": "Yeux",
      "population": "Population", "climate": "Climat", "terrain": "Relief", "surfaceWater": "Eau en surface", "diameter": "Diamètre",
      "gravity": "Gravité", "rotationPeriod": "Rotation", "orbitalPeriod": "Révolution",
      "classification": "Classification", "designation": "Désignation", "language": "Langue", "averageLifespan": "Longévité",
      "averageHeight": "Taille", "hairColors": "Cheveux", "skinColors": "Teint", "eyeColors": "Yeux",
      "model": "Modèle", "vehicleClass": "Classe", "starshipClass": "Classe", "manufacturer": "Fabricant", "costInCredits": "Prix",
      "length": "Longueur", "maxAtmospheringSpeed": "Vitesse", "starships.maxAtmospheringSpeed": "Vitesse dans l’air",
      "crew": "Équipage", "passengers": "Passagers", "cargoCapacity": "Fret", "consumables": "Vivres pour",
      "hyperdriveRating": "Hyperpropulsion", "mglt": "Mégalumières",
    ],
    headings: [
      "Film": "Film", "Opening crawl": "Texte d’ouverture", "Appearing": "Apparitions", "Entry": "Fiche", "Person": "Personnage",
      "Looks": "Apparence", "Piloting": "Pilotage", "World": "Monde", "Body": "Astre", "People": "Personnages", "Species": "Espèce",
      "Vehicle": "Véhicule", "Starship": "Vaisseau", "Performance": "Performances", "Capacity": "Capacité",
      "Raw fields": "Champs bruts", "Further fields": "Autres champs",
    ],
    absences: [
      .unknown: "inconnu", .notApplicable: "sans objet", .none: "néant", .indefinite: "indéfini", .empty: "vide",
    ],
    words: words)
}

extension French {
  /// Translations of ``CommonWords``.
  static let words: [String: String] = [
    "female": "féminin", "hermaphrodite": "hermaphrodite", "male": "masculin",

    "amber": "ambre", "auburn": "auburn", "black": "noir", "blond": "blond", "blonde": "blond", "blue": "bleu",
    "blue-gray": "bleu-gris", "brown": "brun", "brown mottle": "brun moucheté", "dark": "foncé", "fair": "pâle", "gold": "or",
    "golden": "doré", "gray": "gris", "green": "vert", "green-tan": "vert-brun", "grey": "gris", "hazel": "noisette",
    "indigo": "indigo", "light": "clair", "magenta": "magenta", "metal": "métallique", "mottled green": "vert moucheté",
    "orange": "orange", "pale": "pâle", "pale pink": "rose pâle", "peach": "pêche", "pink": "rose", "purple": "violet",
    "red": "rouge", "silver": "argenté", "tan": "hâlé", "white": "blanc", "yellow": "jaune",

    "arid": "aride", "artic": "arctique", "artificial temperate": "tempéré artificiel", "frigid": "glacial", "frozen": "gelé",
    "hot": "chaud", "humid": "moite", "moist": "humide", "murky": "brumeux", "polluted": "pollué", "rocky": "rocheux",
    "subartic": "subarctique", "superheated": "surchauffé", "temperate": "tempéré", "tropical": "tropical", "windy": "venteux",

    "acid pools": "mares d’acide", "airless asteroid": "astéroïde sans air", "ash": "cendres", "barren": "désolé",
    "bogs": "tourbières", "canyons": "canyons", "caves": "grottes", "cities": "villes", "cityscape": "paysage urbain",
    "cliffs": "falaises", "desert": "désert", "deserts": "déserts", "fields": "champs", "forests": "forêts",
    "fungus forests": "forêts de champignons", "gas giant": "géante gazeuse", "glaciers": "glaciers", "grass": "herbe",
    "grasslands": "prairies", "grassy hills": "collines herbeuses", "hills": "collines", "ice canyons": "canyons de glace",
    "ice caves": "grottes de glace", "islands": "îles", "jungle": "jungle", "jungles": "jungles", "lakes": "lacs",
    "lava rivers": "rivières de lave", "mesas": "mesas", "mountain": "montagne", "mountain ranges": "chaînes de montagnes",
    "mountains": "montagnes", "ocean": "océan", "oceans": "océans", "plains": "plaines", "plateaus": "plateaux",
    "rainforests": "forêts tropicales", "reefs": "récifs", "rivers": "rivières", "rock": "roche", "rock arches": "arches de roche",
    "rocky canyons": "canyons rocheux", "rocky deserts": "déserts rocheux", "rocky islands": "îles rocheuses",
    "savanna": "savane", "savannahs": "savanes", "savannas": "savanes", "scrublands": "maquis", "seas": "mers",
    "sinkholes": "dolines", "swamp": "marécage", "swamps": "marécages", "toxic cloudsea": "mer de nuages toxiques",
    "tundra": "toundra", "urban": "urbain", "valleys": "vallées", "verdant": "verdoyant", "vines": "lianes",
    "volcanoes": "volcans",

    "amphibian": "amphibien", "artificial": "artificiel", "gastropod": "gastéropode", "insectoid": "insectoïde",
    "mammal": "mammifère", "mammals": "mammifères", "reptile": "reptile", "reptilian": "reptilien", "sentient": "intelligent",

    "caucasian": "caucasien", "asian": "asiatique", "hispanic": "hispanique",

    "Armed government transport": "transport gouvernemental armé", "assault ship": "vaisseau d’assaut",
    "Assault Starfighter": "chasseur d’assaut", "assault starfighter": "chasseur d’assaut", "capital ship": "vaisseau amiral",
    "corvette": "corvette", "cruiser": "croiseur", "Deep Space Mobile Battlestation": "station de combat mobile",
    "Diplomatic barge": "barge diplomatique", "Droid control ship": "vaisseau de contrôle de droïdes",
    "Escort ship": "vaisseau d’escorte", "freighter": "cargo", "landing craft": "barge de débarquement", "Light freighter": "cargo léger",
    "Medium transport": "transport moyen", "Patrol craft": "patrouilleur", "Space cruiser": "croiseur spatial",
    "Space Transport": "transport spatial", "Star Cruiser": "croiseur stellaire", "Star Destroyer": "destroyer stellaire",
    "star destroyer": "destroyer stellaire", "Star dreadnought": "cuirassé stellaire", "Starfighter": "chasseur stellaire",
    "starfighter": "chasseur stellaire", "transport": "transport", "yacht": "yacht",

    "air speeder": "airspeeder", "airspeeder": "airspeeder", "assault walker": "marcheur d’assaut",
    "droid starfighter": "chasseur droïde", "droid tank": "char droïde", "fire suppression ship": "vaisseau anti-incendie",
    "gunship": "canonnière", "repulsorcraft": "à répulseurs", "repulsorcraft cargo skiff": "skiff cargo à répulseurs",
    "sail barge": "barge à voile", "space/planetary bomber": "bombardier spatial et planétaire", "speeder": "speeder",
    "submarine": "sous-marin", "walker": "marcheur", "wheeled": "à roues", "wheeled walker": "marcheur à roues",
  ]
}

extension French {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Recherche"
    case .status: "État"
    case .mouseIsOn: "souris activée"
    case .mouseIsOff: "souris désactivée ; le terminal peut sélectionner du texte"
    case .notLoadedYet: "pas encore chargé"
    case .noWebPage: "cette origine n’a pas de page web pour cette fiche"
    case .copied(let text): "\(text) copié"
    case .copiedAsJSON(let name): "\(name) copié en JSON"
    case .copiedToFile(let path): "copié dans \(path)"
    case .cannotCopy(let path, let reason): "impossible de copier dans \(path) : \(reason)"
    case .cannotOpenBrowser(let url): "aucun navigateur web trouvé pour \(url)"
    case .connecting: "connexion…"
    case .noBus: "pas de bus"
    case .offline: "hors ligne"
    case .busLost: "connexion au bus perdue ; les fiches en cache restent affichées, reconnexion…"
    case .busBack: "reconnecté au bus"
    case .workers(let count): count == 0 ? "aucun agent" : count == 1 ? "1 agent" : "\(count) agents"
    case .noCache: "pas de cache"
    case .noFetcher: "pas de collecteur"
    case .fresh(let seconds): seconds < 60 ? "à jour" : "vérifié il y a \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "périmé" : "périmé, date de \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Holocron nécessite \(columns)×\(rows)"
    case .size(let columns, let rows): "actuellement : \(columns)×\(rows)"
    }
  }
}

extension French {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "chargement…"
    case .part(let here, let all): "\(figures.integer(here)) sur \(figures.integer(all))"
    case .ordered(let field): "par \(field.lowercased())"
    case .emptyList: "Aucune fiche."
    case .noMatch(let text): "Rien ici ne correspond à « \(text) »."
    case .notLoaded(let reason): "Chargement impossible : \(reason)"
    case .restNotLoaded(let count, let reason):
      "\(counted(count, "autre n’a pas pu être chargé", "autres n’ont pas pu être chargés")) : \(reason)"
    case .retry(let key): "\(key) : réessayer"
    case .notReloaded(let reason): "rechargement impossible : \(reason)"
    case .changed(let name): "\(name) modifié"
    case .unchanged: "inchangé"
    case .reloading: "rechargement depuis l’origine…"
    case .notFound: "introuvable"
    case .old(let seconds): "date de \(figures.age(seconds))"
    case .stale: "périmé"
    case .comparison: "Comparaison"
    case .differences(let count, let all): "\(figures.integer(count)) sur \(counted(all, "ligne diffère", "lignes diffèrent"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) de plus"
    case .moreAfter(let count): "\(figures.integer(count)) de plus ›"
    }
  }
}

extension French {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "un nom, un mot ou kind:people mass>100"
    case .searching: "recherche…"
    case .found(let count): counted(count, "résultat", "résultats")
    case .best(let shown, let count): "\(figures.integer(shown)) sur \(figures.integer(count))"
    case .noResults(let text): "aucun résultat pour « \(text) »"
    case .corrected(let text): "résultats pour \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) fiches sur \(figures.integer(all)) indexées"
    case .coverage(let known, nil): counted(known, "fiche indexée", "fiches indexées")
    case .askedOrigin: "origine interrogée aussi"
    case .indexNotSaved: "index non enregistré"
    case .indexFull: "index plein"
    case .suggestions: "Suggestions"
    case .recentSearches: "Recherches récentes"
    case .noRecentSearches: "aucune recherche récente"
    case .noSearchWorker(let command): "pas de recherche ; lancez \(command)"
    case .namesOnly(let count): "noms seulement, \(counted(count, "fiche chargée", "fiches chargées"))"
    case .nothingLoaded: "rien n’est encore chargé"
    case .palette: "Commandes"
    case .chooseTheme: "Thème"
    case .chooseLanguage: "Langue"
    case .sort(let title): "Trier \(title) par"
    case .compareWith(let name): "Comparer \(name) avec"
    case .pathFrom(let name): "Chemin de \(name) à"
    case .pickerPrompt: "tapez pour filtrer"
    case .theme("dark"): "sombre"
    case .theme("light"): "clair"
    case .theme("high-contrast"): "contraste élevé"
    case .theme("none"): "sans couleur"
    case .theme(let name): name
    case .path: "Chemin"
    case .findingPath: "recherche d’un chemin…"
    case .sameRecord: "les deux sont la même fiche"
    case .steps(let count): counted(count, "étape", "étapes")
    case .noPath(let from, let to): "aucun chemin connu de \(from) à \(to)"
    case .onlyFilmsCrawl: "seuls les films ont un texte déroulant"
    case .ownCrawl: "notre résumé, pas le texte du film"
    case .compareLimit(let count): "une comparaison a au plus \(counted(count, "fiche", "fiches"))"
    case .pause: "pause"
    case .resume: "reprendre"
    case .close: "fermer"
    case .help: "Aide"
    case .onThisPage: "Sur cette page"
    case .navigation: "Navigation"
    case .everywhere: "Partout"
    }
  }
}

extension French {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Le bus ne répond pas"
    case .startHint(let command): "Tout démarrer : \(command)"
    case .loading: "chargement…"
    case .uptime: "Actif depuis"
    case .requests: "Requêtes"
    case .listeners: "Auditeurs"
    case .requestRate: "Requêtes/s"
    case .fetchRate: "Récup./s"
    case .service: "Service"
    case .worker: "Agent"
    case .workers: "Agents"
    case .busy: "Occupés"
    case .queued: "En file"
    case .perSecond: "/s"
    case .timing: "Durée"
    case .count: "Nombre"
    case .median: "Médiane"
    case .p90: "p90"
    case .p99: "p99"
    case .recentP99: "p99 récent"
    case .max: "Maximum"
    case .cache: "Cache"
    case .origin: "Origine"
    case .index: "Index"
    case .slowConsumers: "Lents"
    case .services: "Services"
    case .originServers: "Serveurs de l’origine"
    case .processes: "Processus"
    case .hits(let share): "\(share) de succès"
    case .entries(let count, let size): "\(number(count)) \(count < 2 ? "entrée" : "entrées"), \(size)"
    case .noRequests: "aucune requête"
    case .fetches(let count): count == 0 ? "aucune requête" : counted(count, "requête", "requêtes")
    case .failed(let count): "\(number(count)) \(count < 2 ? "échec" : "échecs")"
    case .indexed(let count, let of): of.map { "\(number(count)) fiches sur \(number($0))" } ?? "\(number(count)) fiches"
    case .complete: "complet"
    case .indexing: "en cours"
    case .noWorker(let program): "aucun connecté ; lancez \(program)"
    case .none: "aucun"
    case .unnamedPeer(let service): service.map { "un agent de \($0)" } ?? "un client sans nom"
    case .queuedMessages(let count): "\(number(count)) en attente"
    case .droppedMessages(let count): "\(number(count)) \(count < 2 ? "perdu" : "perdus")"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}

extension French {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: lister tous les personnages ; aussi films, planets, species, vehicles, starships
      show NAME: afficher une fiche par son nom, ou par une référence comme people/1
      3: ouvrir la fiche numéro 3
      search WORDS: chercher dans toutes les fiches
      path NAME to NAME: trouver un chemin entre deux fiches
      favourites: lister les favoris
      favourite NAME: ajouter une fiche aux favoris, ou l’en retirer
      more: afficher la suite d’une liste
      back: revenir en arrière
      status: afficher l’état du bus
      quit: quitter
      """
    case .unknownNumber(let number): "il n’y a pas de fiche numéro \(number)"
    case .unknownCommand(let line): "commande inconnue « \(line) » ; tapez help"
    case .lineTooLong(let length): "une ligne a au plus \(figures.integer(length)) octets"
    case .more(let count): "encore \(count) ; tapez more"
    case .noMore: "fin de la liste"
    case .noPreviousPage: "aucune page précédente"
    }
  }
}

extension French {
  public func say(_ phrase: ActionPhrase) -> String {
    switch phrase {
    case .up: "haut"
    case .down: "bas"
    case .left: "gauche"
    case .right: "droite"
    case .pageUp: "page haut"
    case .pageDown: "page bas"
    case .first: "début"
    case .last: "fin"
    case .open: "ouvrir"
    case .cancel: "fermer"
    case .back: "retour"
    case .forward: "avancer"
    case .nextTab: "onglet suivant"
    case .previousTab: "onglet précédent"
    case .tab(let number): "onglet \(number)"
    case .search: "chercher"
    case .filter: "filtrer"
    case .forget: "effacer la recherche"
    case .sort: "trier"
    case .reverse: "inverser l’ordre"
    case .reload: "recharger"
    case .copy: "copier"
    case .copyRecord: "copier en JSON"
    case .openOrigin: "ouvrir au navigateur"
    case .crawl: "texte déroulant"
    case .mark: "marquer"
    case .clearMarks: "retirer les marques"
    case .favourite: "favori"
    case .alternative: "chemin suivant"
    case .differences: "différences seules"
    case .restart: "redémarrer"
    case .selectProcess: "choisir"
    case .showLog: "journal"
    case .compare: "comparer"
    case .path: "chemin"
    case .zoom: "zoom"
    case .theme: "thème"
    case .language: "langue"
    case .units: "unités"
    case .mouse: "souris oui ou non"
    case .random: "fiche au hasard"
    case .palette: "commandes"
    case .help: "aide"
    case .suspend: "suspendre"
    case .quit: "quitter"
    }
  }
}
