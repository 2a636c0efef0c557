import FoundationEssentials
import TestSupport

/// A Swift file of the project, as text.
struct SourceFile: Sendable {
  /// The path relative to the root: `Modules/Domain/Models/Kinds/Films.swift`.
  let path: String
  let lines: [Substring]

  /// Returns all Swift files in a folder and its subfolders, sorted by path.
  static func all(in folder: String) throws -> [SourceFile] {
    try FileManager.default.subpathsOfDirectory(atPath: ProjectFolder.path(folder)).filter { $0.hasSuffix(".swift") }.sorted().map {
      let path = "\(folder)/\($0)"
      return SourceFile(path: path, lines: try ProjectFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  /// The imported modules, with any attribute or access level before `import`.
  var imports: Set<String> {
    Set(
      lines.compactMap { line in
        let words = line.prefix { $0 != "/" }.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(Self.prefixes.contains), words.count > index + 1
        else {
          return nil
        }
        // In `import struct Module.Name`, the module is the part before the period.
        let name = Self.declarations.contains(words[index + 1]) && words.count > index + 2 ? words[index + 2] : words[index + 1]
        return name.split(separator: ".").first.map(String.init)
      })
  }

  private static let prefixes: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "@testable", "@preconcurrency", "@_exported",
  ]
  private static let declarations: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
}
