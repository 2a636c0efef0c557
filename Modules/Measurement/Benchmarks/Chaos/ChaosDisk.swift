import Platform

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
