import Models

/// Where a path leads. The slash at the end matters, as on the original server: without it the client is sent to the path with it.
enum Route: Sendable, Hashable {
  case home
  case root
  case list(KindName)
  /// The number as it was written; what is not a number is a record that does not exist.
  case record(KindName, String)
  case schema(KindName)
  case slashMissing
  case unknown

  init(path: String, kinds: Set<KindName>) {
    if path == "/" {
      self = .home
      return
    }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map { PercentCoding.decode($0) }
    guard parts.count >= 2, parts.removeFirst() == "", parts.removeFirst() == "api" else {
      self = .unknown
      return
    }
    let ends = parts.last == ""
    if ends { parts.removeLast() }
    guard let first = parts.first else {
      self = ends ? .root : .slashMissing
      return
    }
    guard let kind = first.flatMap({ KindName($0) }), kinds.contains(kind), parts.count <= 2, let last = parts.last ?? "", !last.isEmpty
    else {
      self = .unknown
      return
    }
    switch (parts.count, last, ends) {
    case (2, "schema", false): self = .schema(kind)
    case (_, _, false): self = .slashMissing
    case (1, _, true): self = .list(kind)
    case (_, let number, true): self = .record(kind, number)
    }
  }
}
