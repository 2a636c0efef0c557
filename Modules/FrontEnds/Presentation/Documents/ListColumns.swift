package import Models

/// Fields shown in lists: the name and the fields that best distinguish the records. The detail view shows all fields.
package enum ListColumns {
  /// Canonical keys by kind, most important first; narrow screens drop the last ones. Other kinds show their first fields.
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
