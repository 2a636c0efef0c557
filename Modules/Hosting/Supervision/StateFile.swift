import Logging
import MessageBus
import OrderedJSON
import Platform

/// The state that a supervisor publishes to other processes: `supervisor.json` beside its PID file, rewritten on every change.
///
/// `{"pid":…,"since":seconds since 1970,"bus":"ipc://…","origin":"http://…","logs":"folder","fleet":{"caches":1,…},"processes":[{"name":…,"state":…,"pid":…,"restarts":…,"since":…}]}`.
/// The file is replaced atomically.
actor StateFile {
  private let path: String
  private let logger: Logger
  private var document: JSON.Object
  private var children: [ChildStatus] = []

  init(_ path: String, fleet: Fleet, logs: String, logger: Logger) {
    self.path = path
    self.logger = logger
    let now = SystemTime.seconds
    document = [
      "pid": .number(OwnProcess.id), "since": .number(now), "bus": .string(fleet.bus.requests.description),
      "origin": .string(fleet.origin.url),
      "logs": .string(logs), "fleet": fleet.size.json,
    ]
  }

  /// Updates the size of the fleet and the names of its processes, including those that are still stopping.
  func updateFleet(_ size: FleetSize, children names: [String]) {
    document["fleet"] = size.json
    children = names.map { name in children.first { $0.name == name } ?? ChildStatus(name: name, since: SystemTime.seconds) }
    write()
  }

  func update(_ status: ChildStatus) {
    guard let index = children.firstIndex(where: { $0.name == status.name }) else { return }
    children[index] = status
    write()
  }

  /// Removes the file when the supervisor stops.
  func remove() { FileSystem.remove(path) }

  private func write() {
    document["processes"] = .array(children.map(\.json))
    do { try RegularFile.replace(path, with: JSON.object(document).bytes(.indented) + [UInt8(ascii: "\n")]) } catch {
      logger.warning("cannot write state file", metadata: ["path": "\(path)", "reason": "\(error.reason)"])
    }
  }
}
