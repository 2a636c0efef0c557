extension German {
  /// Translations of ``CommonWords``.
  static let words: [String: String] = [
    "female": "weiblich", "hermaphrodite": "zwittrig", "male": "männlich",

    "amber": "bernstein", "auburn": "kastanienrot", "black": "schwarz", "blond": "blond", "blonde": "blond", "blue": "blau",
    "blue-gray": "blaugrau", "brown": "braun", "brown mottle": "braun gefleckt", "dark": "dunkel", "fair": "hell", "gold": "gold",
    "golden": "golden", "gray": "grau", "green": "grün", "green-tan": "grünbraun", "grey": "grau", "hazel": "haselnuss",
    "indigo": "indigo", "light": "hell", "magenta": "magenta", "metal": "metallen", "mottled green": "grün gefleckt",
    "orange": "orange", "pale": "blass", "pale pink": "blassrosa", "peach": "pfirsich", "pink": "rosa", "purple": "violett",
    "red": "rot", "silver": "silbern", "tan": "hellbraun", "white": "weiß", "yellow": "gelb",

    "arid": "trocken", "artic": "arktisch", "artificial temperate": "künstlich gemäßigt", "frigid": "eisig", "frozen": "gefroren",
    "hot": "heiß", "humid": "schwül", "moist": "feucht", "murky": "trüb", "polluted": "verschmutzt", "rocky": "felsig",
    "subartic": "subarktisch", "superheated": "überhitzt", "temperate": "gemäßigt", "tropical": "tropisch", "windy": "windig",

    "acid pools": "Säureteiche", "airless asteroid": "luftloser Asteroid", "ash": "Asche", "barren": "öde", "bogs": "Moore",
    "canyons": "Schluchten", "caves": "Höhlen", "cities": "Städte", "cityscape": "Stadtlandschaft", "cliffs": "Klippen",
    "desert": "Wüste", "deserts": "Wüsten", "fields": "Felder", "forests": "Wälder", "fungus forests": "Pilzwälder",
    "gas giant": "Gasriese", "glaciers": "Gletscher", "grass": "Gras", "grasslands": "Grasland", "grassy hills": "Grashügel",
    "hills": "Hügel", "ice canyons": "Eisschluchten", "ice caves": "Eishöhlen", "islands": "Inseln", "jungle": "Dschungel",
    "jungles": "Dschungel", "lakes": "Seen", "lava rivers": "Lavaflüsse", "mesas": "Tafelberge", "mountain": "Gebirge",
    "mountain ranges": "Bergketten", "mountains": "Berge", "ocean": "Ozean", "oceans": "Ozeane", "plains": "Ebenen",
    "plateaus": "Hochebenen", "rainforests": "Regenwälder", "reefs": "Riffe", "rivers": "Flüsse", "rock": "Fels",
    "rock arches": "Felsbögen", "rocky canyons": "Felsschluchten", "rocky deserts": "Felswüsten", "rocky islands": "Felseninseln",
    "savanna": "Savanne", "savannahs": "Savannen", "savannas": "Savannen", "scrublands": "Buschland", "seas": "Meere",
    "sinkholes": "Senklöcher", "swamp": "Sumpf", "swamps": "Sümpfe", "toxic cloudsea": "giftiges Wolkenmeer", "tundra": "Tundra",
    "urban": "städtisch", "valleys": "Täler", "verdant": "üppig grün", "vines": "Ranken", "volcanoes": "Vulkane",

    "amphibian": "Amphibie", "artificial": "künstlich", "gastropod": "Bauchfüßer", "insectoid": "insektenartig", "mammal": "Säugetier",
    "mammals": "Säugetiere", "reptile": "Reptil", "reptilian": "reptilienartig", "sentient": "vernunftbegabt",

    "caucasian": "hell", "asian": "asiatisch", "hispanic": "lateinamerikanisch",

    "Armed government transport": "bewaffneter Regierungstransporter", "assault ship": "Sturmschiff", "Assault Starfighter": "Sturmjäger",
    "assault starfighter": "Sturmjäger", "capital ship": "Großkampfschiff", "corvette": "Korvette", "cruiser": "Kreuzer",
    "Deep Space Mobile Battlestation": "mobile Tiefraum-Kampfstation", "Diplomatic barge": "Diplomatenbarke",
    "Droid control ship": "Droidenkontrollschiff", "Escort ship": "Geleitschiff", "freighter": "Frachter",
    "landing craft": "Landungsboot", "Light freighter": "leichter Frachter", "Medium transport": "mittlerer Transporter",
    "Patrol craft": "Patrouillenschiff", "Space cruiser": "Raumkreuzer", "Space Transport": "Raumtransporter",
    "Star Cruiser": "Sternenkreuzer", "Star Destroyer": "Sternzerstörer", "star destroyer": "Sternzerstörer",
    "Star dreadnought": "Sternendreadnought", "Starfighter": "Sternjäger", "starfighter": "Sternjäger", "transport": "Transporter",
    "yacht": "Jacht",

    "air speeder": "Luftgleiter", "airspeeder": "Luftgleiter", "assault walker": "Kampfläufer", "droid starfighter": "Droidenjäger",
    "droid tank": "Droidenpanzer", "fire suppression ship": "Löschschiff", "gunship": "Kanonenboot", "repulsorcraft": "Repulsorfahrzeug",
    "repulsorcraft cargo skiff": "Repulsor-Lastenskiff", "sail barge": "Segelbarke", "space/planetary bomber": "Raum- und Planetenbomber",
    "speeder": "Gleiter", "submarine": "Tauchboot", "walker": "Läufer", "wheeled": "Radfahrzeug", "wheeled walker": "Radläufer",
  ]
}
