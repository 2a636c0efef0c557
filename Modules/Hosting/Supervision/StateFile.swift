import Glibc
import Logging
import MessageBus
import OrderedJSON

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
    let now = time(nil)
    document = [
      "pid": .number(getpid()), "since": .number(now), "bus": .string(fleet.bus.requests.description), "origin": .string(fleet.origin.url),
      "logs": .string(logs), "fleet": fleet.size.json,
    ]
  }

  /// Updates the size of the fleet and the names of its processes, including those that are still stopping.
  func updateFleet(_ size: FleetSize, children names: [String]) {
    document["fleet"] = size.json
    children = names.map { name in children.first { $0.name == name } ?? ChildStatus(name: name, since: time(nil)) }
    write()
  }

  func update(_ status: ChildStatus) {
    guard let index = children.firstIndex(where: { $0.name == status.name }) else { return }
    children[index] = status
    write()
  }

  /// Removes the file when the supervisor stops.
  func remove() { unlink(path) }

  private func write() {
    document["processes"] = .array(children.map(\.json))
    let temporary = "\(path).new"
    let bytes = JSON.object(document).bytes(.indented) + [UInt8(ascii: "\n")]
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    var failure = descriptor < 0 ? errno : 0
    if descriptor >= 0 {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      // A regular file takes less than all only if there is no space left.
      if written != bytes.count { failure = written < 0 ? errno : ENOSPC }
      close(descriptor)
    }
    if failure == 0, rename(temporary, path) != 0 { failure = errno }
    if failure != 0 {
      logger.warning("cannot write state file", metadata: ["path": "\(path)", "reason": "\(String(cString: strerror(failure)))"])
    }
  }
}
