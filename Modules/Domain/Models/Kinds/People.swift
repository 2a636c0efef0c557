extension KindName {
  public static let people = KindName(checked: "people")
}

extension Kind {
  /// A character, including droids.
  public static let people = Kind(
    .people, singular: "person", aliases: ["characters", "character"], title: "People",
    sortKeys: ["name", "height", "mass", "birthYear", "gender", "films"],
    fields: [
      Field("name", "Name", .prose),
      Field("birthYear", "Born", .birthYear, in: "Person", superlative: .bornLast),
      Field("gender", "Gender", .label, in: "Person"),
      Field("species", "Species", .links(.species), in: "Person"),
      Field("homeworld", "Homeworld", .link(.planets), in: "Person"),
      Field("height", "Height", .quantity(.cm), in: "Looks"),
      Field("mass", "Mass", .quantity(.kg), in: "Looks"),
      Field("hairColor", "Hair", .words, in: "Looks"),
      Field("skinColor", "Skin", .words, in: "Looks"),
      Field("eyeColor", "Eyes", .words, in: "Looks"),
      Field("films", "Films", .links(.films), in: "Appearing"),
      Field("vehicles", "Vehicles", .links(.vehicles), in: "Piloting"),
      Field("starships", "Starships", .links(.starships), in: "Piloting"),
      Field("created", "Created", .timestamp, in: "Entry"),
      Field("edited", "Edited", .timestamp, in: "Entry"),
    ])
}
