import OrderedJSON

/// A request to a running supervisor: another size of the fleet, or new processes in place of some. Pure.
///
/// `{"id":"4711-1","caches":3}` or `{"id":"4711-2","restart":["cache-1","fetcher-2"]}`; `"restart":"all"` names all processes. Numbers that are
/// not named stay unchanged. The ID, which earlier versions do not send, is that of the answer in ``StateFile``.
struct FleetRequest: Sendable, Hashable {
  enum Work: Sendable, Hashable {
    case resize(FleetSize)
    /// The names of the processes; `nil` for all.
    case restart(Set<String>?)
  }

  let id: String?
  let work: Work

  /// The maximum length of an ID in bytes.
  static let maximumIDLength = 64

  /// Reads a request, given the current size of the fleet; `nil` if it is invalid.
  init?(_ json: JSON, size: FleetSize) {
    guard json.object != nil else { return nil }
    id = Self.id(in: json)
    guard id != nil || json["id"]?.string == nil else { return nil }
    switch json["restart"] {
    case nil:
      guard let size = size.applying(json) else { return nil }
      work = .resize(size)
    case "all": work = .restart(nil)
    case let names?:
      guard let names = names.array?.map(\.string), !names.isEmpty, !names.contains(nil) else { return nil }
      work = .restart(Set(names.compactMap(\.self)))
    }
  }

  /// Returns the ID of a request; `nil` if there is none, or if it is too long.
  static func id(in json: JSON) -> String? { json["id"]?.string.flatMap { $0.utf8.count <= maximumIDLength ? $0 : nil } }

  /// Returns what the state file tells about the request with this ID: a state (`working`, `done` or `failed`), what is being done or why it failed,
  /// for people, and `members` such as `{"process":"cache-1","step":1,"steps":6}`.
  static func answer(_ id: String?, _ state: String, _ detail: String = "", _ members: JSON.Object = [:]) -> JSON {
    let own: [(String, JSON)] = [("id", id.map { .string($0) } ?? .null), ("state", .string(state)), ("detail", .string(detail))]
    return .object(JSON.Object(own + members.map { ($0.name, $0.value) }))
  }
}
