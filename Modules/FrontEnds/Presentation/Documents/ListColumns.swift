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

  /// Returns the fields of a printed table: those that fit 80 columns. The one by which the table is sorted takes the place of the last one if
  /// it is none of them.
  package static func printed(of kind: KindDescription, sortedBy key: String? = nil) -> [FieldDescription] {
    let printed = Array(fields(of: kind).prefix(5))
    guard let sorted = kind.fields.first(where: { $0.key == key }), !printed.contains(where: { $0.key == key }) else { return printed }
    return printed.dropLast() + [sorted]
  }

  /// Returns the keys of the fields by which front-ends sort: those of the kind, and those that refer to one record, by its name.
  package static func sortKeys(of kind: KindDescription) -> [String] {
    kind.sortKeys + kind.fields.filter { $0.shape == .reference }.map(\.key)
  }
}
