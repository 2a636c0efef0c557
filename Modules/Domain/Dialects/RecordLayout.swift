import Models

/// Members of a kind's records as servers write them, in the order of the original server, and the fields they map to.
///
/// Kinds without an entry in `orders` have their canonical keys in snake case, in canonical order.
struct RecordLayout: Sendable {
  struct Entry: Sendable {
    /// Name of the member: `birth_year`.
    let name: String
    let field: FieldDescription
  }

  let entries: [Entry]
  /// Member that names a record.
  let nameMember: String
  private let fields: [String: FieldDescription]

  init(_ kind: KindDescription) {
    let fields = kind.fields.map { Entry(name: Self.wireName($0.key), field: $0) }
    let order = Self.orders[kind.name.text] ?? []
    let known = order.compactMap { name in fields.first { $0.name == name } }
    entries = known + fields.filter { !order.contains($0.name) }
    nameMember = fields.first?.name ?? "name"
    self.fields = Dictionary(entries.map { ($0.name, $0.field) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> FieldDescription? { fields[name] }

  /// Member order by kind, if it differs from the canonical order. `url` always comes last.
  private static let orders: [String: [String]] = [
    "films": [
      "title", "episode_id", "opening_crawl", "director", "producer", "release_date", "characters", "planets", "starships", "vehicles",
      "species", "created", "edited",
    ],
    "people": [
      "name", "height", "mass", "hair_color", "skin_color", "eye_color", "birth_year", "gender", "homeworld", "films", "species",
      "vehicles", "starships", "created", "edited",
    ],
    "planets": [
      "name", "rotation_period", "orbital_period", "diameter", "climate", "gravity", "terrain", "surface_water", "population", "residents",
      "films", "created", "edited",
    ],
    "species": [
      "name", "classification", "designation", "average_height", "skin_colors", "hair_colors", "eye_colors", "average_lifespan",
      "homeworld", "language", "people", "films", "created", "edited",
    ],
    "vehicles": [
      "name", "model", "manufacturer", "cost_in_credits", "length", "max_atmosphering_speed", "crew", "passengers", "cargo_capacity",
      "consumables", "vehicle_class", "pilots", "films", "created", "edited",
    ],
    "starships": [
      "name", "model", "manufacturer", "cost_in_credits", "length", "max_atmosphering_speed", "crew", "passengers", "cargo_capacity",
      "consumables", "hyperdrive_rating", "MGLT", "starship_class", "pilots", "films", "created", "edited",
    ],
  ]

  /// Canonical keys whose wire name is not their snake case.
  private static let irregular = ["episode": "episode_id", "mglt": "MGLT"]

  private static func wireName(_ key: String) -> String {
    irregular[key] ?? key.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
  }
}
