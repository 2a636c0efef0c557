import Platform

/// The clock of the processes of a chaos run, which can jump: libfaketime, which reads its offset from a file.
struct ChaosClock: Sendable {
  /// What the processes need in their environment.
  let environment: [String: String]
  private let file: String

  /// Returns `nil` unless libfaketime is installed.
  init?(file: String) {
    let folders = ["/usr/lib"] + Folder.names(in: "/usr/lib").map { "/usr/lib/\($0)" }
    let paths = folders.map { "\($0)/faketime/libfaketimeMT.so.1" }
    guard let library = paths.first(where: { (try? FileStatus(of: $0)) != nil }) else { return nil }
    self.file = file
    // Only the time of day jumps. Without the cache, the library reads the file at each call.
    environment = [
      "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_CACHE_DURATION": "1",
    ]
    jump(by: 0)
  }

  /// Shifts the clock by a number of seconds from the true time.
  func jump(by seconds: Int) { try? RegularFile.replace(file, with: Array("\(seconds < 0 ? "" : "+")\(seconds)\n".utf8)) }
}
