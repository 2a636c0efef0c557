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

  /// What a supervisor tells about the last request.
  struct Progress: Sendable, Hashable {
    enum State: String, Sendable {
      case working, done, failed
    }

    let id: String?
    var state: State
    /// What is being done, or why it failed; for people.
    var detail: String
    /// The process that is being restarted, its number, and the number of processes to restart.
    var step: Step?

    struct Step: Sendable, Hashable {
      let process: String
      let number, count: Int
    }

    /// `{"id":"4711-2","state":"working","detail":"restarting cache-1 (1 of 6)","process":"cache-1","step":1,"steps":6}`
    var json: JSON {
      var members: JSON.Object = ["id": id.map { .string($0) } ?? .null, "state": .string(state.rawValue), "detail": .string(detail)]
      members["process"] = step.map { .string($0.process) }
      members["step"] = step.map { .number($0.number) }
      members["steps"] = step.map { .number($0.count) }
      return .object(members)
    }
  }
}
