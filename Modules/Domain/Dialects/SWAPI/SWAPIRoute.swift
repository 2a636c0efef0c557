import Models
import Text

/// The resource a path refers to. As on the original server, a path without its trailing slash is redirected to the path with one.
enum SWAPIRoute: Sendable, Hashable {
  case home
  case root
  case list(KindName)
  /// The ID is kept as written; a record whose ID is not a number does not exist.
  case record(KindName, String)
  case schema(KindName)
  case missingSlash
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
    let hasSlash = parts.last == ""
    if hasSlash { parts.removeLast() }
    guard let first = parts.first else {
      self = hasSlash ? .root : .missingSlash
      return
    }
    guard let kind = first.flatMap({ KindName($0) }), kinds.contains(kind), parts.count <= 2, let last = parts.last ?? "", !last.isEmpty
    else {
      self = .unknown
      return
    }
    switch (parts.count, last, hasSlash) {
    case (2, "schema", false): self = .schema(kind)
    case (_, _, false): self = .missingSlash
    case (1, _, true): self = .list(kind)
    case (_, let id, true): self = .record(kind, id)
    }
  }
}
