/// Writes arrays and texts as bytes in the form that they have in memory: for the index file, which stays on the machine.
struct ImageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ number: Int) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }

  mutating func array<Element: BitwiseCopyable>(_ array: [Element]) {
    number(array.count)
    array.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: String) { array(Array(text.utf8)) }
}

/// Reads what an ``ImageWriter`` wrote.
struct ImageReader {
  /// Thrown if the bytes are not of the expected form.
  struct Malformed: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() throws(Malformed) -> Int {
    let size = MemoryLayout<Int>.size
    guard rest.count >= size else { throw Malformed() }
    defer { rest = rest.dropFirst(size) }
    return rest.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
  }

  mutating func array<Element: BitwiseCopyable>(of type: Element.Type) throws(Malformed) -> [Element] {
    let count = try number()
    let size = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard count >= 0, !size.overflow, size.partialValue <= rest.count else { throw Malformed() }
    defer { rest = rest.dropFirst(size.partialValue) }
    return rest.withUnsafeBytes { source in
      Array(unsafeUninitializedCapacity: count) { buffer, filled in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(size.partialValue)))
        filled = count
      }
    }
  }

  mutating func text() throws(Malformed) -> String { String(decoding: try array(of: UInt8.self), as: UTF8.self) }

  /// Throws unless a condition is true.
  func check(_ isValid: Bool) throws(Malformed) { if !isValid { throw Malformed() } }
}
