import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct PidFileTests {
  let directory: TemporaryDirectory
  let file: PidFile

  init() throws {
    directory = try TemporaryDirectory()
    file = PidFile(directory.file("node.pid"))
  }

  @Test func `the lock is held until the object is deinitialized`() throws {
    #expect(file.holder == nil)
    do {
      guard case .acquired(let lock) = try file.acquire() else { throw TestSupportError("the lock is held") }
      #expect(file.holder == OwnProcess.id)
      guard case .held(let holder) = try file.acquire() else { throw TestSupportError("the lock is free") }
      #expect(holder?.process == OwnProcess.id)
      withExtendedLifetime(lock) {}
    }
    #expect(file.holder == nil)
    #expect(Files.text(file.path) == nil)
    guard case .acquired = try file.acquire() else { throw TestSupportError("the lock is held") }
  }

  /// A process that has opened the file may get its lock only after the holder has removed the file.
  @Test func `a file that was removed is not taken for the one at its path`() async throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    for _ in 0..<4 {
      try BackgroundThread.start { [file] in
        for _ in 0..<200 {
          guard case .acquired(let lock) = try? file.acquire() else { continue }
          if file.holder != OwnProcess.id { Issue.record("another file is at the path") }
          withExtendedLifetime(lock) {}
        }
        continuation.yield()
      }
    }
    var ends = ended.makeAsyncIterator()
    for _ in 0..<4 { _ = await ends.next() }
    #expect(file.holder == nil)
  }

  /// Such as one that a person has removed while the process ran.
  @Test func `a holder whose file was removed leaves that of the next holder alone`() throws {
    var first: PidFileLock?
    if case .acquired(let lock) = try file.acquire() { first = lock }
    #expect(first != nil)
    FileSystem.remove(file.path)
    guard case .acquired(let second) = try file.acquire() else { throw TestSupportError("the lock is held") }
    first = nil
    #expect(file.holder == OwnProcess.id)
    withExtendedLifetime(second) {}
  }

  @Test func `a file in a folder that others may change has no holder`() throws {
    guard case .acquired(let lock) = try file.acquire() else { throw TestSupportError("the lock is held") }
    try FileSystem.setMode(0o777, of: directory.path)
    #expect(file.holder == nil)
    try FileSystem.setMode(0o700, of: directory.path)
    #expect(file.holder == OwnProcess.id)
    withExtendedLifetime(lock) {}
  }

  /// Such as one on a shared file system: the ID would name another process here.
  @Test func `a holder on another host is told apart`() async throws {
    try directory.write("\(OwnProcess.id)\n1234567899 tatooine\n", to: "node.pid")
    let lock = try FileLock.acquire(file.path)
    #expect(lock != nil)
    guard case .held(let holder) = try file.acquire() else { throw TestSupportError("the lock is free") }
    #expect(holder?.host == "tatooine")
    #expect(holder?.process == OwnProcess.id)
    #expect(file.holder == nil)
    #expect(await file.stop(within: .seconds(1)) == nil)
    withExtendedLifetime(lock) {}
  }

  /// Such as one of an earlier version.
  @Test(arguments: ["", "0 tatooine\n", "\(ProcessScope.own) tatooine\n", "123 tatooine and more\n", "\n"])
  func `a holder is one of this host unless its file says otherwise`(line: String) throws {
    try directory.write("\(OwnProcess.id)\n" + line, to: "node.pid")
    let lock = try FileLock.acquire(file.path)
    guard case .held(let holder) = try file.acquire() else { throw TestSupportError("the lock is free") }
    #expect(holder?.host == nil)
    #expect(file.holder == OwnProcess.id)
    withExtendedLifetime(lock) {}
  }

  /// The file names a process, so that each look has to find out whether it is locked.
  @Test func `a look at the file does not keep a program from starting`() async throws {
    let isStarting = Mutex(true)
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    try BackgroundThread.start { [file] in
      while isStarting.withLock(\.self) { _ = file.holder }
      continuation.finish()
    }
    for _ in 0..<500 {
      try directory.write("\(OwnProcess.id)\n", to: "node.pid")
      guard case .acquired = try file.acquire() else {
        Issue.record("a look was taken for a holder")
        break
      }
    }
    isStarting.withLock { $0 = false }
    for await _ in ended {}
  }

  @Test(arguments: ["", "0", "1", "-1", "x", "12345678901234567890"]) func `a number that names no single process is ignored`(
    text: String
  ) throws {
    try directory.write("\(text)\n", to: "node.pid")
    let lock = try #require(try FileLock.acquire(file.path))
    #expect(file.holder == nil)
    withExtendedLifetime(lock) {}
  }

  private func holder() throws -> SpawnedProcess {
    try Spawn("/bin/sh", ["-c", "exec 9>>\(file.path); flock 9; echo $$ >&9; exec sleep 600"]).start()
  }

  @Test func `stopping returns only when the process has ended`() async throws {
    // Without its lock, the process holds a port or a store for a while.
    let script =
      "trap 'flock -u 9; sleep 0.3; echo ended >\(directory.file("ended")); exit' TERM; exec 9>>\(file.path); flock 9; echo $$ >&9; "
      + "while :; do sleep 0.01; done"
    let process = try Spawn("/bin/sh", ["-c", script]).start()
    process.reapInBackground()
    try await eventually("the process holds the file") { file.holder == process.id }
    #expect(await file.stop(within: .testLimit) == true)
    #expect(Files.text(directory.file("ended")) == "ended\n")
    #expect(Files.text(file.path) == nil)
  }

  @Test func `a holder that is stopped by a signal is continued so that it can end`() async throws {
    let process = try holder()
    process.reapInBackground()
    try await eventually("the process holds the file") { file.holder == process.id }
    Signal.stop.send(to: process.id)
    #expect(await file.stop(within: .testLimit) == true)
    #expect(file.holder == nil)
    #expect(Files.text(file.path) == nil)
  }
}
