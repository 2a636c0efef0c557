package import OrderedJSON
package import Platform

/// A configuration file, which all programs share: one JSON object with sections. Each program checks the members that it knows.
package struct ConfigurationDocument: Sendable {
  package let path: String
  package let members: JSON.Object

  /// The maximum size of the file in bytes.
  package static let maxSize = 1 << 20
  /// U+FEFF, which some editors write at the start of a file. A parser may ignore it (RFC 8259, section 8.1).
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Why the file cannot be used: a message that names the file and, for a syntax error, the line.
  package struct InvalidFile: Error, Sendable, CustomStringConvertible {
    package let path: String
    package let description: String
  }

  package init(path: String, members: JSON.Object) { (self.path, self.members) = (path, members) }

  /// Reads the file `name` alone, which must exist. If `name` is `nil`, reads the file of the user and those of the system, as far as they
  /// exist. Returns the strongest first: a value in it takes precedence over one in a later file.
  package static func readAll(_ name: String?, environment: Environment) throws(InvalidFile) -> [ConfigurationDocument] {
    let folders = XDGFolders(environment)
    var documents: [ConfigurationDocument] = []
    for path in name.map({ [$0] }) ?? [folders.configurationFile].compactMap(\.self) + folders.systemConfigurationFiles {
      if let document = try read(path, mustExist: name != nil) { documents.append(document) }
    }
    return documents
  }

  /// Reads one file; `nil` if it is missing, but need not exist. Never blocks on a named pipe, and reads at most 1 MiB.
  package static func read(_ path: String, mustExist: Bool) throws(InvalidFile) -> ConfigurationDocument? {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, upTo: maxSize) } catch {
      if !mustExist, error.isMissing { return nil }
      throw InvalidFile(path: path, description: "cannot read the configuration file \(path): \(error.reason)")
    }
    return try ConfigurationDocument(bytes, at: path)
  }

  /// Parses the contents of the file `path`, which may start with a byte order mark.
  package init(_ bytes: [UInt8], at path: String) throws(InvalidFile) {
    /// The place of a byte as editors show it, with columns in bytes.
    func place(_ offset: Int) -> String {
      let before = bytes.prefix(offset)
      let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let mark = lines.count == 1 && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
      return "line \(lines.count), column \((lines.last?.count ?? 0) - mark + 1)"
    }
    let document: JSON
    do { document = try JSON(parsing: bytes) } catch {
      throw InvalidFile(path: path, description: "\(path) is not valid JSON at \(place(error.offset)): \(error.reason)")
    }
    if let (name, offset) = JSON.repeatedName(in: bytes) {
      throw InvalidFile(path: path, description: "\(path) sets '\(name)' a second time at \(place(offset)); remove one of the two")
    }
    guard let members = document.object else { throw InvalidFile(path: path, description: "\(path) must contain one JSON object") }
    (self.path, self.members) = (path, members)
  }
}
