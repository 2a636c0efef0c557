import Models

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
