package import OrderedJSON
package import Platform

/// A configuration file, which all programs share: one JSON object with sections. It is read here because every program uses this module;
/// each program checks the members that it knows.
package struct ConfigurationDocument: Sendable {
  package let path: String
  package let members: JSON.Object

  /// The maximum size of the file in bytes.
  package static let maxSize = 1 << 20
  /// U+FEFF, which some editors write at the start of a file. A parser may ignore it (RFC 8259, section 8.1).
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Why the file cannot be used.
  package struct InvalidFile: Error, Sendable, CustomStringConvertible {
    package let path: String
    package let reason: Reason

    package enum Reason: Sendable, Hashable {
      /// Why the system does not read the file.
      case unreadable(String)
      /// The syntax error and its position.
      case notJSON(String, Place)
      /// A member that the file has twice, and the place of the second one.
      case repeated(String, Place)
      case notAnObject
    }

    /// A message that names the file and, for a syntax error, the line.
    package var description: String {
      switch reason {
      case .unreadable(let reason): "cannot read the configuration file \(path): \(reason)"
      case .notJSON(let reason, let place): "\(path) is not valid JSON at \(place): \(reason)"
      case .repeated(let name, let place): "\(path) sets '\(name)' a second time at \(place); remove one of the two"
      case .notAnObject: "\(path) must contain one JSON object"
      }
    }
  }

  /// The place of a byte as editors show it.
  package struct Place: Sendable, Hashable, CustomStringConvertible {
    package let line: Int
    /// Counts bytes.
    package let column: Int

    package var description: String { "line \(line), column \(column)" }
  }

  /// Reads the file `name` alone, which must exist. If `name` is `nil`, reads the file of the user and those of the system, as far as they
  /// exist. Returns the strongest first: a value in it takes precedence over one in a later file.
  package static func readAll(_ name: String?, environment: Environment) throws(InvalidFile) -> [ConfigurationDocument] {
    if let name { return try read(name, mustExist: true).map { [$0] } ?? [] }
    let folders = XDGFolders(environment)
    var documents: [ConfigurationDocument] = []
    for path in [folders.configurationFile].compactMap({ $0 }) + folders.systemConfigurationFiles {
      if let document = try read(path, mustExist: false) { documents.append(document) }
    }
    return documents
  }

  /// Reads one file; `nil` if it is missing, but need not exist. Never blocks on a named pipe, and reads at most 1 MiB.
  package static func read(_ path: String, mustExist: Bool) throws(InvalidFile) -> ConfigurationDocument? {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: maxSize) } catch {
      if !mustExist, error.isMissing { return nil }
      throw InvalidFile(path: path, reason: .unreadable(error.reason))
    }
    return try ConfigurationDocument(bytes, at: path)
  }

  /// Parses the contents of the file `path`, which may start with a byte order mark.
  package init(_ bytes: [UInt8], at path: String) throws(InvalidFile) {
    let document: JSON
    do { document = try JSON(parsing: bytes) } catch {
      throw InvalidFile(path: path, reason: .notJSON(error.reason, Self.place(of: error.offset, in: bytes)))
    }
    if let (name, offset) = JSON.repeatedName(in: bytes) {
      throw InvalidFile(path: path, reason: .repeated(name, Self.place(of: offset, in: bytes)))
    }
    guard let members = document.object else { throw InvalidFile(path: path, reason: .notAnObject) }
    self.path = path
    self.members = members
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> Place {
    let newline = UInt8(ascii: "\n")
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? (bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    return Place(line: before.count(where: { $0 == newline }) + 1, column: offset - start + 1)
  }
}
