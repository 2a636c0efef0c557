import Platform

/// The clock of the processes of a chaos run, which can jump: libfaketime, which reads its offset from a file.
struct ChaosClock: Sendable {
  /// What the processes need in their environment.
  let environment: [String: String]
  private let file: String

  /// The path of libfaketime; `nil` unless it is installed.
  static var library: String? {
    let folders = ["/usr/lib"] + Folder.names(in: "/usr/lib").map { "/usr/lib/\($0)" }
    return folders.map { "\($0)/faketime/libfaketimeMT.so.1" }.first { (try? FileStatus(of: $0)) != nil }
  }

  /// Returns `nil` unless libfaketime is installed.
  init?(file: String) {
    guard let library = Self.library else { return nil }
    self.file = file
    // Only the time of day jumps. Without the cache, the library reads the file at each call.
    environment = [
      "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_CACHE_DURATION": "1",
    ]
    jump(by: 0)
  }

  /// Returns the command that runs `command` with this clock.
  ///
  /// In the first process, libfaketime sets a variable before `main`, which moves the environment. The Swift runtime finds the arguments of
  /// a process beside its environment, and would find none. So env(1) is the first, and executes the program as the same process.
  func command(_ command: [String]) -> [String] { ["/usr/bin/env"] + command }

  /// Shifts the clock by a number of seconds from the true time.
  func jump(by seconds: Int) { try? RegularFile.replace(file, with: Array("\(seconds < 0 ? "" : "+")\(seconds)\n".utf8)) }

  /// The start of the names of the shared memory and the semaphore of a process, which its process ID completes.
  private static let sharedNames = ["faketime_shm_", "sem.faketime_sem_"]

  /// Removes what libfaketime has left of processes that were killed. A new process with the same ID would exit with 1 before `main`, or
  /// have the true time.
  static func removeLeftovers(in folder: String = "/dev/shm", _ hasEnded: (Int32) -> Bool = { ProcessScope.own.hasEnded($0) }) {
    for name in Folder.names(in: folder) {
      guard let prefix = sharedNames.first(where: name.hasPrefix), let process = Int32(name.dropFirst(prefix.count)) else { continue }
      if hasEnded(process) { FileSystem.remove("\(folder)/\(name)") }
    }
  }
}
