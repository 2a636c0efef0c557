import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct FileLockTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("lock")
  }

  @Test func `the lock is held until the object is deinitialized`() throws {
    do {
      let lock = try #require(try FileLock.acquire(path))
      #expect(try FileLock.acquire(path) == nil)
      withExtendedLifetime(lock) {}
    }
    #expect(try FileLock.acquire(path) != nil)
    #expect(Files.mode(path) == 0o600)
  }

  /// A process that was stopped while it checked the lock must not block others forever.
  @Test func `a shared lock counts as a holder only if it stays`() async throws {
    let process = try Spawn("/bin/sh", ["-c", "exec 9>>\(path); flock --shared 9; echo >&9; exec sleep 600"]).start()
    try await eventually("the process holds the lock") { Files.size(path) == 1 }
    #expect(try FileLock.acquire(path) == nil)
    Signal.kill.send(to: process.id)
    process.wait()
    #expect(try FileLock.acquire(path) != nil)
  }

  @Test func `acquiring waits until the lock is free`() async throws {
    let journal = Mutex<[String]>([])
    let (steps, continuation) = AsyncStream.makeStream(of: Void.self)
    var iterator = steps.makeAsyncIterator()
    do {
      let lock = try #require(try FileLock.acquire(path))
      try BackgroundThread.start { [path] in
        continuation.yield()
        if (try? FileLock.acquire(path, within: .testLimit)) != nil { journal.withLock { $0.append("acquired") } }
        continuation.finish()
      }
      _ = await iterator.next()
      journal.withLock { $0.append("released") }
      withExtendedLifetime(lock) {}
    }
    while await iterator.next() != nil {}
    #expect(journal.withLock(\.self) == ["released", "acquired"])
  }

  @Test func `a link is not followed`() throws {
    try directory.write("", to: "other")
    try Files.link(path, to: directory.file("other"))
    #expect(throws: SystemError.self) { try FileLock.acquire(path) }
  }
}
