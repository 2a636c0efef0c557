@preconcurrency import Glibc
import Synchronization

/// This process.
public enum OwnProcess {
  public static var id: Int32 { getpid() }

  /// The name that this process was started by, without its folder.
  public static var name: String { CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "" }

  /// The name of the host, of letters, digits, hyphens and dots (gethostname(2)); `unknown` if it has other characters or none.
  public static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 65)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "unknown" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    return isPlain && !name.isEmpty ? name : "unknown"
  }

  /// Ends the process after functions registered with atexit(3) have run and C streams have been flushed.
  public static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

  /// Ends the process without waiting for other threads and without flushing C streams.
  public static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// Waits for signals forever.
  public static func waitForSignals() -> Never { while true { pause() } }

  /// Replaces this process with the program at `path` (execv(3)). Returns the error if that fails.
  public static func replace(with path: String, _ arguments: [String]) -> SystemError {
    CStrings.with([path] + arguments) { _ = execv(path, $0) }
    return .last("execv", path)
  }

  private static let maskLock = Mutex(())

  /// Calls `body`; only this user can access the files that all threads create meanwhile (umask(2)).
  public static func withPrivateFiles<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // Overlapping calls would restore each other's mask.
    try maskLock.withLock { _ throws(Failure) in
      let previous = umask(0o077)
      defer { umask(previous) }
      return try body()
    }
  }

  /// Raises the soft limit on open files to the hard limit. Returns the limit in force.
  public static func raiseFileLimit() -> Int {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0 else { return 1_024 }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    if before < limit.rlim_max, setrlimit(files, &limit) != 0 { limit.rlim_cur = before }
    return Int(clamping: limit.rlim_cur)
  }
}

/// Arrays of strings in the form that C functions take.
enum CStrings {
  /// Passes the strings as an array of C strings that ends with a null pointer, valid during the call.
  static func with<Result>(_ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return body(&pointers)
  }
}

/// Environment variables.
public struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Creates an environment from `lookUp`, which returns `nil` for a variable that is not set.
  public init(_ lookUp: @escaping @Sendable (String) -> String?) { self.lookUp = lookUp }
  public init(_ variables: [String: String]) { lookUp = { variables[$0] } }

  /// The environment of this process.
  public static let process = Environment { name in getenv(name).map { String(cString: $0) } }

  /// The value of a variable; `nil` if it is unset or empty.
  public subscript(name: String) -> String? { lookUp(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the value of a variable, which may be empty; `nil` if it is unset.
  public func raw(_ name: String) -> String? { lookUp(name) }

  /// Returns the variables in `names` that are set and not empty.
  public func only(_ names: [String]) -> [String: String] { names.reduce(into: [:]) { $0[$1] = self[$1] } }

  /// Passes an environment in the form that posix_spawn(3) takes, valid during the call: `complete`, or that of this process without some variables
  /// and with `additions`. Nothing in this process changes the environment, so reading it from any thread is safe.
  static func withPointers<Result>(
    _ complete: [String: String]?, without names: [String], adding additions: [String: String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while complete == nil, let entry = next.pointee {
      let isLeftOut = (names + additions.keys).contains { strncmp(entry, "\($0)=", $0.utf8.count + 1) == 0 }
      if !isLeftOut { pointers.append(entry) }
      next += 1
    }
    let added = (complete ?? additions).map { strdup("\($0.key)=\($0.value)") }
    defer { added.forEach { free($0) } }
    pointers += added + [nil]
    return body(&pointers)
  }
}
