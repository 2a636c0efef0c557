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

/// A small disk for the stores of a chaos run, which can be filled: a tmpfs, mounted until this object ends.
final class ChaosDisk {
  // The disk goes away before the folder of the workbench is removed.
  private let bench: Workbench
  private let path: String
  private let isMounted: Bool
  private var ballast: String { "\(path)/ballast" }

  /// Several times what the stores need.
  private static let megabytes = 32

  /// Mounts the disk on a folder. Returns `nil` if this process may not mount.
  init?(on path: String, of bench: Workbench) {
    self.bench = bench
    self.path = path
    let command = ["mount", "-t", "tmpfs", "-o", "size=\(Self.megabytes)m,mode=700", "holocron-chaos", path]
    isMounted = (try? ChildProcess.output(command, environment: bench.environment, errors: Spawn.Stream.none)) != nil
    // Otherwise the disk ends here.
    guard isMounted else { return nil }
  }

  // Processes of the fleet may still have files open; the disk goes away with the last one.
  deinit { if isMounted { _ = try? ChildProcess.output(["umount", "--lazy", path], environment: bench.environment) } }

  func fill() {
    guard let file = try? Descriptor.open(ballast, for: .appending) else { return }
    let block = [UInt8](repeating: 0, count: 65_536)
    // A write that fits only in part fills the rest.
    for _ in 0..<(Self.megabytes * 16) { if (try? file.write(block)) == nil { break } }
  }

  func free() { FileSystem.remove(ballast) }
}
