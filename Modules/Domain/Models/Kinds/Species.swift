extension KindName {
  public static let species = KindName(checked: "species")
}

extension Kind {
  /// A species; droids count as one.
  public static let species = Kind(
    .species, singular: "species", title: "Species",
    sortKeys: ["name", "classification", "averageHeight", "averageLifespan", "language", "people", "films"],
    fields: [
      Field("name", "Name", .prose),
      Field("classification", "Classification", .label, in: "Species"),
      Field("designation", "Designation", .label, in: "Species"),
      Field("homeworld", "Homeworld", .link(.planets), in: "Species"),
      Field("language", "Language", .label, in: "Species"),
      Field("averageLifespan", "Lifespan", .quantity(.years), in: "Species"),
      Field("averageHeight", "Height", .quantity(.cm), in: "Looks"),
      Field("hairColors", "Hair", .words, in: "Looks"),
      Field("skinColors", "Skin", .words, in: "Looks"),
      Field("eyeColors", "Eyes", .words, in: "Looks"),
      Field("people", "People", .links(.people), in: "Appearing"),
      Field("films", "Films", .links(.films), in: "Appearing"),
      Field("created", "Created", .timestamp, in: "Entry"),
      Field("edited", "Edited", .timestamp, in: "Entry"),
    ])
}
