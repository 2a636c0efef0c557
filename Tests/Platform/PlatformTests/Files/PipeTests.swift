import Platform
import TestSupport
import Testing

@Suite struct PipeTests {
  @Test func `a writer waits for a slow reader`() async throws {
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let pipe = try Pipe()
    let (writeEnd, readEnd) = (pipe.writeEnd, pipe.readEnd)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    try BackgroundThread.start {
      var count = 0
      while count < bytes.count {
        guard let bytes = try? readEnd.read(upTo: 4_096), !bytes.isEmpty else { break }
        count += bytes.count
      }
      continuation.yield(count)
      continuation.finish()
    }
    try writeEnd.write(bytes)
    for await count in stream { #expect(count == bytes.count) }
  }

  /// As one whose reader is a supervisor that was stopped.
  @Test func `lines for a pipe that nobody reads are dropped and counted`() throws {
    let pipe = try Pipe()
    let stream = NonblockingStream(pipe.writeEnd.number)
    func write(_ number: Int) { stream.write(Array("line \(number)\n".utf8)) { Array("dropped \($0)\n".utf8) } }
    for number in 0..<100_000 { write(number) }
    // The read end is read by this thread, so what it reads cannot be more than the pipe holds.
    var text = ""
    while !text.hasSuffix("line -1\n") {
      if Polling.wait(for: [pipe.readEnd.number], within: .zero)[0].contains(.readable) {
        text += String(decoding: try pipe.readEnd.read(upTo: 65_536), as: UTF8.self)
      } else {
        write(-1)
      }
    }
    let lines = text.split(separator: "\n")
    let kept = lines.prefix { $0.hasPrefix("line") }.count
    #expect(lines[..<kept].map(String.init) == (0..<kept).map { "line \($0)" })
    #expect(lines[kept...] == ["dropped \(100_000 - kept)", "line -1"])
  }

  @Test func `a wake pipe is readable until it is drained`() throws {
    let pipe = try WakePipe()
    #expect(Polling.wait(for: [pipe.descriptor], within: .zero) == [[]])
    // A full pipe blocks nobody.
    for _ in 0..<100_000 { pipe.wake() }
    #expect(Polling.wait(for: [pipe.descriptor], within: nil) == [.readable])
    while !pipe.drain().isEmpty {}
    #expect(Polling.wait(for: [pipe.descriptor], within: .zero) == [[]])
  }

  @Test func `the end of a pipe without writers is reported`() throws {
    func readEnd() throws -> Descriptor { try Pipe().readEnd }
    let end = try readEnd()
    #expect(Polling.wait(for: [end.number], within: nil)[0].contains(.closed))
    #expect(try end.readToEnd().isEmpty)
  }
}
