import Platform
import TestSupport
import Testing

@Suite struct RegularFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [0, 1, 65_536, 200_000]) func `a file is read completely`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try Files.write(bytes, to: directory.file("file"))
    #expect(try RegularFile.read(directory.file("file"), upTo: size) == bytes)
  }

  @Test func `a file above the limit is refused`() throws {
    try directory.write("12345", to: "file")
    #expect(throws: RegularFile.ReadError.tooLarge(limit: 4)) { try RegularFile.read(directory.file("file"), upTo: 4) }
  }

  @Test func `a missing file is told apart from other errors`() throws {
    try directory.write("", to: "file")
    for path in ["none", "none/inner", "file/inner"] {
      let error = #expect(throws: RegularFile.ReadError.self) { try RegularFile.read(directory.file(path), upTo: 10) }
      #expect(error?.isMissing == true, "\(path)")
    }
    let loop = directory.file("loop")
    try Files.link(loop, to: loop)
    let error = #expect(throws: RegularFile.ReadError.self) { try RegularFile.read(loop, upTo: 10) }
    #expect(error?.isMissing == false)
    #expect(error?.reason == "Too many levels of symbolic links")
  }

  @Test(.timeLimit(.minutes(5))) func `folders and named pipes are refused without blocking`() throws {
    try Files.makeNamedPipe(directory.file("pipe"))
    #expect(throws: RegularFile.ReadError.notRegular) { try RegularFile.read(directory.file("pipe"), upTo: 10) }
    #expect(throws: RegularFile.ReadError.notRegular) { try RegularFile.read(directory.path, upTo: 10) }
  }

  @Test func `a pipe is read to its end, up to a limit`() async throws {
    let path = directory.file("pipe")
    try Files.makeNamedPipe(path)
    for (limit, expected) in [(5, "12345"), (4, nil)] {
      // The shell waits until the pipe is opened for reading.
      let writer = try await RunningProcess.start("/bin/sh", ["-c", "printf 12345 > \(path)"])
      let bytes = try? RegularFile.readStream(path, upTo: limit)
      #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected)
      try await writer.ends(.exited(0))
    }
  }

  @Test func `links are followed only on request`() throws {
    try directory.write("text", to: "file")
    try Files.link(directory.file("link"), to: directory.file("file"))
    #expect(try RegularFile.read(directory.file("link"), upTo: 10) == Array("text".utf8))
    #expect(throws: RegularFile.ReadError.self) { try RegularFile.read(directory.file("link"), upTo: 10, followsLink: false) }
  }

  @Test func `a replaced file is private and leaves no other file`() throws {
    let path = directory.file("file")
    for text in ["first", "second"] {
      try RegularFile.replace(path, with: Array(text.utf8))
      #expect(Files.text(path) == text)
    }
    #expect(Files.mode(path) == 0o600)
    #expect(Folder.names(in: directory.path) == ["file"])
  }

  @Test func `a link in place of the new file is not followed`() throws {
    try directory.write("precious", to: "other")
    try Files.link(directory.file("file.new"), to: directory.file("other"))
    let error = #expect(throws: SystemError.self) { try RegularFile.replace(directory.file("file"), with: [1]) }
    #expect(error?.path == directory.file("file.new"))
    #expect(Files.text(directory.file("other")) == "precious")
  }
}

@Suite(.timeLimit(.minutes(5))) struct DescriptorTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  static let writing = [Descriptor.Purpose.appending, .replacing]

  @Test(arguments: writing) func `a named pipe is refused without waiting for a reader`(purpose: Descriptor.Purpose) throws {
    let path = directory.file("pipe")
    try Files.makeNamedPipe(path)
    #expect(throws: SystemError("open", path, number: .noSuchDevice)) { try Descriptor.open(path, for: purpose) }
    let reader = try Descriptor.open(path, for: .reading)
    #expect(throws: SystemError("open", path, number: .noSuchDevice)) { try Descriptor.open(path, for: purpose) }
    withExtendedLifetime(reader) {}
  }

  @Test(arguments: writing) func `files and devices are opened for writes that wait`(purpose: Descriptor.Purpose) throws {
    for path in [directory.file("file"), "/dev/null"] {
      let descriptor = try Descriptor.open(path, for: purpose)
      #expect(try Self.flags(of: descriptor) & 0o4000 == 0, "O_NONBLOCK is set")
      try descriptor.write(Array("text".utf8))
    }
    #expect(Files.text(directory.file("file")) == "text")
  }

  /// Returns the flags with which a file is open; see proc_pid_fdinfo(5).
  private static func flags(of descriptor: Descriptor) throws -> Int {
    let lines = try #require(Files.text("/proc/self/fdinfo/\(descriptor.number)")).split(separator: "\n")
    let flags = try #require(lines.first { $0.hasPrefix("flags:") }?.split(separator: "\t").last)
    return try #require(Int(flags, radix: 8))
  }

  @Test func `appended text follows the old one`() throws {
    for _ in 0..<2 { try Descriptor.open(directory.file("file"), for: .appending).write(Array("ab".utf8)) }
    #expect(Files.text(directory.file("file")) == "abab")
  }
}
