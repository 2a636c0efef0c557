extension KindName {
  public static let films = KindName(checked: "films")
}

extension Kind {
  /// A film.
  public static let films = Kind(
    .films, singular: "film", aliases: ["movies", "movie"], title: "Films",
    sortKeys: ["episode", "title", "releaseDate", "director"],
    fields: [
      Field("title", "Title", .prose),
      Field("episode", "Episode", .episode, in: "Film", superlative: .meaningless),
      Field("releaseDate", "Released", .date, in: "Film"),
      Field("director", "Director", .words, in: "Film"),
      Field("producer", "Producer", .words, in: "Film"),
      Field("openingCrawl", "Opening crawl", .prose, in: "Opening crawl"),
      Field("characters", "Characters", .links(.people), in: "Appearing"),
      Field("planets", "Planets", .links(.planets), in: "Appearing"),
      Field("species", "Species", .links(.species), in: "Appearing"),
      Field("vehicles", "Vehicles", .links(.vehicles), in: "Appearing"),
      Field("starships", "Starships", .links(.starships), in: "Appearing"),
      Field("created", "Created", .timestamp, in: "Entry"),
      Field("edited", "Edited", .timestamp, in: "Entry"),
    ])
}

extension Record {
  /// Number of the episode of a film; `nil` for other records and for a film without one. It differs from the film's ID.
  public var episode: Int? {
    if reference.kind == .films, case .integer(let number) = originValue("episode") { number } else { nil }
  }

  /// Paragraphs of a film's opening crawl; empty for other records.
  public var openingCrawl: [String] {
    if reference.kind == .films, case .text(let text) = originValue("openingCrawl") { text.paragraphs } else { [] }
  }
}
