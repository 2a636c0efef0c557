package import Models

/// Fields shown in lists: the name and what people look for first. The detail view shows all fields.
package enum ListColumns {
  /// Canonical keys by kind, most important first; screens leave out the last ones for lack of room. Other kinds show their first fields.
  static let chosen: [String: [String]] = [
    "films": ["episode", "title", "releaseDate", "director"],
    "people": ["name", "homeworld", "films", "birthYear", "gender", "height", "mass"],
    "planets": ["name", "climate", "terrain", "population", "films", "diameter", "residents"],
    "species": ["name", "classification", "homeworld", "language", "averageLifespan", "averageHeight"],
    "vehicles": ["name", "vehicleClass", "length", "crew", "films", "passengers", "manufacturer"],
    "starships": ["name", "starshipClass", "hyperdriveRating", "length", "films", "crew", "manufacturer"],
  ]

  package static func fields(of kind: KindDescription) -> [FieldDescription] {
    let keys = chosen[kind.name.text] ?? []
    let fields = keys.compactMap { key in kind.fields.first { $0.key == key } }
    return fields.isEmpty ? Array(kind.fields.prefix(5)) : fields
  }

  /// Returns the fields of a printed table: those that fit 80 columns.
  package static func printed(of kind: KindDescription) -> [FieldDescription] { Array(fields(of: kind).prefix(5)) }

  /// Returns the keys of the fields by which front-ends sort: those of the kind, and those that refer to one record, by its name.
  package static func sortKeys(of kind: KindDescription) -> [String] {
    kind.sortKeys + kind.fields.filter { $0.shape == .reference }.map(\.key)
  }
}
