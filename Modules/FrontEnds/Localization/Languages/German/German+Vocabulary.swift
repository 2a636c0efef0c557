import Models

extension German {
  public var vocabulary: Vocabulary { Self.vocabulary }

  private static let vocabulary = Vocabulary(
    titles: [
      "films": "Filme", "people": "Personen", "planets": "Planeten", "species": "Spezies", "vehicles": "Fahrzeuge",
      "starships": "Raumschiffe",
    ],
    singulars: [
      "films": "Film", "people": "Person", "planets": "Planet", "species": "Spezies", "vehicles": "Fahrzeug", "starships": "Raumschiff",
    ],
    labels: [
      "name": "Name", "title": "Titel", "created": "Angelegt", "edited": "Bearbeitet",
      "films": "Filme", "people": "Personen", "planets": "Planeten", "species": "Spezies", "vehicles": "Fahrzeuge",
      "starships": "Raumschiffe", "characters": "Figuren", "residents": "Bewohner", "pilots": "Piloten", "homeworld": "Heimat",
      "episode": "Episode", "releaseDate": "Premiere", "director": "Regie", "producer": "Produktion", "openingCrawl": "Lauftext",
      "birthYear": "Geboren", "gender": "Geschlecht", "height": "Größe", "mass": "Gewicht", "hairColor": "Haare", "skinColor": "Haut",
      "eyeColor": "Augen",
      "population": "Einwohner", "climate": "Klima", "terrain": "Gelände", "surfaceWater": "Wasserfläche", "diameter": "Durchmesser",
      "gravity": "Schwerkraft", "rotationPeriod": "Tageslänge", "orbitalPeriod": "Umlauf",
      "classification": "Einordnung", "designation": "Bezeichnung", "language": "Sprache", "averageLifespan": "Lebensdauer",
      "averageHeight": "Größe", "hairColors": "Haare", "skinColors": "Haut", "eyeColors": "Augen",
      "model": "Modell", "vehicleClass": "Klasse", "starshipClass": "Klasse", "manufacturer": "Hersteller", "costInCredits": "Preis",
      "length": "Länge", "maxAtmospheringSpeed": "Tempo", "starships.maxAtmospheringSpeed": "Tempo in Luft", "crew": "Besatzung",
      "passengers": "Passagiere", "cargoCapacity": "Fracht", "consumables": "Vorräte für", "hyperdriveRating": "Hyperantrieb",
      "mglt": "Megalichter",
    ],
    headings: [
      "Film": "Film", "Opening crawl": "Lauftext", "Appearing": "Auftritte", "Entry": "Eintrag", "Person": "Person", "Looks": "Aussehen",
      "Piloting": "Am Steuer", "World": "Welt", "Body": "Himmelskörper", "People": "Personen", "Species": "Spezies",
      "Vehicle": "Fahrzeug", "Starship": "Raumschiff", "Performance": "Leistung", "Capacity": "Fassungsvermögen",
      "Raw fields": "Rohe Felder", "Further fields": "Weitere Felder",
    ],
    absences: [
      .unknown: "unbekannt", .notApplicable: "entfällt", .none: "keine", .indefinite: "unbegrenzt", .empty: "leer",
    ],
    words: words)
}
