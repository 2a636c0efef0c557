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
