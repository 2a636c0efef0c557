/// Words in catalogue values, other than names. Every language translates all of them.
enum CommonWords {
  static let genders = ["female", "hermaphrodite", "male"]

  static let colors = [
    "amber", "auburn", "black", "blond", "blonde", "blue", "blue-gray", "brown", "brown mottle", "dark", "fair", "gold", "golden", "gray",
    "green", "green-tan", "grey", "hazel", "indigo", "light", "magenta", "metal", "mottled green", "orange", "pale", "pale pink", "peach",
    "pink", "purple", "red", "silver", "tan", "white", "yellow",
  ]

  static let complexions = ["asian", "caucasian", "hispanic"]

  static let climates = [
    "arid", "artic", "artificial temperate", "frigid", "frozen", "hot", "humid", "moist", "murky", "polluted", "rocky", "subartic",
    "superheated", "temperate", "tropical", "windy",
  ]

  static let terrains = [
    "acid pools", "airless asteroid", "ash", "barren", "bogs", "canyons", "caves", "cities", "cityscape", "cliffs", "desert", "deserts",
    "fields", "forests", "fungus forests", "gas giant", "glaciers", "grass", "grasslands", "grassy hills", "hills", "ice canyons",
    "ice caves", "islands", "jungle", "jungles", "lakes", "lava rivers", "mesas", "mountain", "mountain ranges", "mountains", "ocean",
    "oceans", "plains", "plateaus", "rainforests", "reefs", "rivers", "rock", "rock arches", "rocky canyons", "rocky deserts",
    "rocky islands", "savanna", "savannahs", "savannas", "scrublands", "seas", "sinkholes", "swamp", "swamps", "toxic cloudsea", "tundra",
    "urban", "valleys", "verdant", "vines", "volcanoes",
  ]

  static let classifications = [
    "amphibian", "artificial", "gastropod", "insectoid", "mammal", "mammals", "reptile", "reptilian", "sentient",
  ]

  static let starships = [
    "Armed government transport", "assault ship", "Assault Starfighter", "assault starfighter", "capital ship", "corvette", "cruiser",
    "Deep Space Mobile Battlestation", "Diplomatic barge", "Droid control ship", "Escort ship", "freighter", "landing craft",
    "Light freighter", "Medium transport", "Patrol craft", "Space cruiser", "Space Transport", "Star Cruiser", "Star Destroyer",
    "star destroyer", "Star dreadnought", "Starfighter", "starfighter", "transport", "yacht",
  ]

  static let vehicles = [
    "air speeder", "airspeeder", "assault walker", "droid starfighter", "droid tank", "fire suppression ship", "gunship", "repulsorcraft",
    "repulsorcraft cargo skiff", "sail barge", "space/planetary bomber", "speeder", "submarine", "walker", "wheeled", "wheeled walker",
  ]

  static let all = genders + colors + complexions + climates + terrains + classifications + starships + vehicles
}
