import Models

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
