import Platform
import TestSupport
import Testing

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
