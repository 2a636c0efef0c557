import Platform
import TestSupport
import Testing

@Suite struct SpawnTests {
  /// Runs a shell command and returns its output and ending.
  private func shell(_ command: String, _ change: (inout Spawn) -> Void = { _ in }) throws -> (output: String, ending: ProcessEnding) {
    let (process, output) = try start(command, change)
    return (String(decoding: try output.readToEnd(), as: UTF8.self), process.wait())
  }

  /// Starts a shell and returns it with the read end of its output; the write end is closed in this process.
  private func start(_ command: String, _ change: (inout Spawn) -> Void) throws -> (SpawnedProcess, Descriptor) {
    let pipe = try Pipe()
    var spawn = Spawn("/bin/sh", ["-c", command])
    spawn.input = .none
    spawn.output = .descriptor(pipe.writeEnd)
    change(&spawn)
    return (try spawn.start(), pipe.readEnd)
  }

  @Test func `exit codes and signals are reported`() throws {
    #expect(try shell("exit 3").ending == .exited(3))
    #expect(try shell("kill -KILL $$").ending == .signaled(.kill))
    #expect(try shell("kill -TERM $$").ending == .signaled(.terminate))
  }

  @Test func `the environment is exactly the given one`() throws {
    #expect(try shell("echo $A; /usr/bin/env | grep -c HOME") { $0.environment = ["A": "b c"] }.output == "b c\n0\n")
    #expect(try shell("test -n \"$PATH\" && echo inherited").output == "inherited\n")
  }

  @Test func `a program that cannot be started is reported with its path and the reason`() {
    let error = #expect(throws: SystemError.self) { try Spawn("/nowhere/program").start() }
    #expect(error?.path == "/nowhere/program")
    #expect(error?.number == .noSuchFile)
  }

  @Test func `no signal is blocked or ignored`() throws {
    let masks = try shell("grep -E 'Sig(Blk|Ign)' /proc/self/status").output.split { $0.isWhitespace }.compactMap { UInt64($0, radix: 16) }
    // The C library uses the signals 32 and 33 itself (signal(7)).
    #expect(masks.map { $0 & ~(0b11 << 31) } == [0, 0])
  }

  @Test(arguments: [false, true]) func `a program inherits no descriptors, and a detached one has its own session`(isDetached: Bool) throws
  {
    let inheritable = try InheritableDescriptor()
    let words = try shell("ls /proc/$$/fd; echo session $(ps -o sid= -p $$) $$") { $0.isDetached = isDetached }.output.split {
      $0.isWhitespace
    }
    #expect(!words.contains("\(inheritable.number)"))
    #expect(words.suffix(3).first == "session" && (words.suffix(2).first == words.last) == isDetached)
  }
}
