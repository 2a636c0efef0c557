package import Platform

/// Reads lines from a pipe.
package enum LineReader {
  /// A longer line ends the reading: the other end is not a process of this run.
  private static let maxLength = 16 << 20

  /// Returns the lines of `file` without their line feeds, until its end, read on a thread of its own. Throws if no thread can be started.
  static func lines(of file: Descriptor) throws(SystemError) -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    try BackgroundThread.start {
      read(file) { continuation.yield($0) }
      continuation.finish()
    }
    return lines
  }

  /// Calls `pass` with each line of `file`, without its line feed, until its end.
  package static func read(_ file: Descriptor, _ pass: ([UInt8]) -> Void) {
    var rest: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { buffer.deallocate() }
    while rest.count <= maxLength, let count = try? file.read(into: buffer), count > 0 {
      let searched = rest.count
      rest.append(contentsOf: buffer[..<count])
      removeLines(from: &rest, searched: searched, pass)
    }
  }

  /// Removes the complete lines and passes each on. The first `searched` bytes have no line feed.
  static func removeLines(from bytes: inout [UInt8], searched: Int, _ pass: ([UInt8]) -> Void) {
    var start = 0
    var search = searched
    while let end = bytes[search...].firstIndex(of: UInt8(ascii: "\n")) {
      pass(Array(bytes[start..<end]))
      (start, search) = (end + 1, end + 1)
    }
    bytes.removeFirst(start)
  }
}
