package import OrderedJSON
package import Platform

/// The configuration file, which all programs share: one JSON object with sections. It is read here because every program uses this module;
/// each program checks the members that it knows.
package struct ConfigurationDocument: Sendable {
  package let path: String
  package let members: JSON.Object

  /// The maximum size of the file in bytes.
  private static let maxSize = 1 << 20
  /// U+FEFF, which some editors write at the start of a file. A parser may ignore it (RFC 8259, section 8.1).
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Why the file cannot be used.
  package struct InvalidFile: Error, Sendable, CustomStringConvertible {
    /// A message that names the file and, for a syntax error, the line.
    package let description: String
  }

  /// Reads the file `name`, which must exist. If `name` is `nil`, reads ``XDGFolders/configurationFile``, or returns `nil` if that file does
  /// not exist. Never blocks on a named pipe, and reads at most 1 MiB.
  package static func read(_ name: String?, environment: Environment) throws(InvalidFile) -> ConfigurationDocument? {
    guard let path = name ?? XDGFolders(environment).configurationFile else { return nil }
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: maxSize) } catch {
      if name == nil, error.isMissing { return nil }
      throw InvalidFile(description: "cannot read the configuration file \(path): \(error.reason)")
    }
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    return try ConfigurationDocument(parsing: text, at: path)
  }

  /// Parses the bytes of the file `path`.
  init(parsing bytes: [UInt8], at path: String) throws(InvalidFile) {
    let document: JSON
    do { document = try JSON(parsing: bytes) } catch {
      throw InvalidFile(description: "\(path) is not valid JSON at \(Self.place(of: error.offset, in: bytes)): \(error.reason)")
    }
    if let (name, offset) = JSON.repeatedName(in: bytes) {
      throw InvalidFile(description: "\(path) sets '\(name)' a second time at \(Self.place(of: offset, in: bytes)); remove one of the two")
    }
    guard let members = document.object else { throw InvalidFile(description: "\(path) must contain one JSON object") }
    self.path = path
    self.members = members
  }

  /// Returns the place of a byte as editors show it. The column counts bytes.
  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let newline = UInt8(ascii: "\n")
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return "line \(before.count(where: { $0 == newline }) + 1), column \(offset - start + 1)"
  }
}
