import MessageBus
import OrderedJSON
import Platform

/// How often each command was run, if the user has turned the counters on. The counts stay in a file in the state folder; nothing sends them
/// anywhere. Without the file nothing is counted, which costs each command one attempt to open it.
struct UsageCounters: Sendable {
  private let file: SharedJSONFile
  var path: String { file.path }

  /// There are few commands, so the file is small.
  private static let maximumSize = 64 << 10
  /// The time to wait for another command that is counting.
  static let patience = Duration.milliseconds(50)

  init(_ environment: Environment) {
    file = SharedJSONFile("\(XDGFolders(environment).state)/usage.json", maximumSize: Self.maximumSize)
  }

  /// `{"since":1795338300,"commands":{"show":3}}`, with the time in seconds since 1970 at which the counters were turned on or cleared; `nil` if
  /// they are off or the file is not readable.
  var contents: JSON? { file.read().flatMap { $0["since"]?.int != nil && $0["commands"]?.object != nil ? $0 : nil } }

  /// The counts, the highest first.
  var counts: [(command: String, count: Int)] {
    (contents?["commands"]?.object ?? [:]).compactMap { member in member.value.int.map { (member.name, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Turns the counters on, or sets them to zero. `now` is in seconds since 1970.
  func start(at now: Int) throws(SystemError) {
    // A command that is counting would write the counts of before.
    let lock = try? file.lock(within: .seconds(1))
    defer { withExtendedLifetime(lock) {} }
    try file.replace(with: ["since": .number(now), "commands": [:]])
  }

  /// Turns the counters off and removes the counts. Returns `false` if they were off.
  func stop() -> Bool {
    guard file.exists else { return false }
    // A command that is counting writes the file again.
    let lock = try? file.lock(within: .seconds(1))
    defer { withExtendedLifetime(lock) {} }
    return file.remove()
  }

  /// Counts a run of a command if the counters are on. Errors are ignored, as is a run while another command takes long to count its own: no
  /// command fails because of its counter.
  func count(_ command: String, within limit: Duration = patience) {
    guard file.exists, let lock = try? file.lock(within: limit) else { return }
    defer { withExtendedLifetime(lock) {} }
    guard var members = contents?.object, var commands = members["commands"]?.object else { return }
    commands[command] = .number(min(commands[command]?.int ?? 0, .max - 1) + 1)
    members["commands"] = .object(commands)
    try? file.replace(with: .object(members))
  }
}

/// A small JSON file of the user that several commands may change at once. A command locks the file before it reads the contents that it
/// changes, and replaces the file as a whole.
struct SharedJSONFile: Sendable, Hashable {
  let path: String
  /// A larger file is not ours, and is not read.
  let maximumSize: Int

  init(_ path: String, maximumSize: Int) {
    self.path = path
    self.maximumSize = maximumSize
  }

  var exists: Bool { FileSystem.exists(path) }

  /// Returns the contents; `nil` if there is no file, or if its contents are not JSON or too large.
  func read() -> JSON? {
    guard let bytes = try? RegularFile.read(path, upTo: maximumSize, followsLink: false) else { return nil }
    return try? JSON(parsing: bytes)
  }

  /// Locks the file until the lock is released, also if it does not exist; creates its folder. Waits for up to `limit` while another command
  /// holds the lock; then returns `nil`.
  func lock(within limit: Duration) throws(SystemError) -> FileLock? {
    if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
    return try FileLock.acquire("\(path).lock", within: limit)
  }

  func replace(with contents: JSON) throws(SystemError) { try RegularFile.replace(path, with: contents.bytes()) }

  /// Removes the file and returns whether it existed. The lock file stays, or another command could lock a removed one.
  func remove() -> Bool { FileSystem.remove(path) }
}
