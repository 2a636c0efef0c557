import Configuration
import Glibc
import OrderedJSON

/// The configuration file: a JSON object with nested members. `{"log": {"level": "debug"}}` sets `log.level`.
struct ConfigFile {
  let path: String
  /// Strings, numbers and booleans, written as they would be on the command line.
  let values: [AbsoluteConfigKey: ConfigValue]

  /// A section that services skip: the explorer reads and validates it, and its values need not be settings.
  private static let skippedSection = "explorer"

  /// Reads the file `name`, which must exist. If `name` is `nil`, reads `holocron/config.json` in `$XDG_CONFIG_HOME` (`~/.config`) if it exists.
  init(named name: String?, environment: [String: String]) throws(HostError) {
    path = name ?? Self.defaultPath(environment: environment)
    guard let bytes = try Self.read(path, mayBeMissing: name == nil) else {
      values = [:]
      return
    }
    let document: JSON
    do { document = try JSON(parsing: bytes) } catch { throw HostError(.usage, "\(path) is not valid JSON: \(error)", cause: error) }
    guard let members = document.object else { throw HostError(.usage, "\(path) must contain one JSON object") }
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    try Self.collect(members, under: [], of: path, into: &values)
    self.values = values
  }

  /// Returns the default path. A relative XDG_CONFIG_HOME is ignored (XDG Base Directory Specification).
  static func defaultPath(environment: [String: String]) -> String {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/holocron/config.json" }
    return "\(environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "")/.config/holocron/config.json"
  }

  private static func collect(
    _ members: JSON.Object, under parents: [String], of path: String, into values: inout [AbsoluteConfigKey: ConfigValue]
  ) throws(HostError) {
    for member in members where !(parents.isEmpty && member.name == skippedSection) {
      let components = parents + member.name.split(separator: ".").map(String.init)
      let text: String
      switch member.value {
      case .object(let inner):
        try collect(inner, under: components, of: path, into: &values)
        continue
      case .string(let value): text = value
      case .number(let number): text = number.text
      case .bool(let flag): text = flag ? "true" : "false"
      case .null: continue
      case .array:
        throw HostError(.usage, "'\(components.joined(separator: "."))' in \(path) is a list; use a string, a number or a boolean")
      }
      values[AbsoluteConfigKey(components)] = ConfigValue(.string(text), isSecret: false)
    }
  }

  private static func read(_ path: String, mayBeMissing: Bool) throws(HostError) -> [UInt8]? {
    // O_NONBLOCK: opening a FIFO would otherwise block until a writer opens it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if mayBeMissing, errno == ENOENT || errno == ENOTDIR { return nil }
      throw HostError(.usage, "cannot read the configuration file \(path): \(systemMessage())")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw HostError(.usage, "the configuration file \(path) is not a regular file")
    }
    var bytes: [UInt8] = []
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw HostError(.usage, "cannot read the configuration file \(path): \(systemMessage())")
      }
      if count == 0 { return bytes }
      bytes += chunk
    }
  }
}
