package import Models

/// Which fields a list shows beside the name. The detail view has them all; a list has what tells its records apart.
package enum ListColumns {
  /// Canonical keys by kind, the first to stay on a narrow screen first. A kind that is not named here shows its first fields.
  static let chosen: [String: [String]] = [
    "films": ["episode", "title", "releaseDate", "director"],
    "people": ["name", "birthYear", "gender", "height", "mass", "films"],
    "planets": ["name", "population", "climate", "terrain", "diameter", "residents"],
    "species": ["name", "classification", "language", "averageHeight", "averageLifespan"],
    "vehicles": ["name", "vehicleClass", "length", "crew", "passengers", "manufacturer"],
    "starships": ["name", "starshipClass", "hyperdriveRating", "length", "crew", "manufacturer"],
  ]

  package static func fields(of kind: KindDescription) -> [FieldDescription] {
    let keys = chosen[kind.name.text] ?? []
    let fields = keys.compactMap { key in kind.fields.first { $0.key == key } }
    return fields.isEmpty ? Array(kind.fields.prefix(5)) : fields
  }
}
