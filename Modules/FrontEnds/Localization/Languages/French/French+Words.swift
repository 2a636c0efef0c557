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
