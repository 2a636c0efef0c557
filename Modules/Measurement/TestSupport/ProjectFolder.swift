import FoundationEssentials

/// The checkout from which the tests were built. Paths are relative to its root: `Modules/Bus/MessageBus`.
public enum ProjectFolder {
  /// The absolute path of the folder that contains Package.swift.
  public static let root: String = {
    let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return components.prefix { $0 != "Modules" }.joined(separator: "/")
  }()

  /// Returns the absolute path of `path`.
  public static func path(_ path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

  /// Returns the sorted names in a folder, without hidden files. Throws if the folder cannot be read.
  public static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Returns the sorted names of the folders in `folder`.
  public static func folders(in folder: String) throws -> [String] { try names(in: folder).filter { isFolder("\(folder)/\($0)") } }

  /// Returns the sorted names of the Swift files in `folder`, without `.swift`.
  public static func swiftFiles(in folder: String) throws -> [String] {
    try names(in: folder).filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
  }

  /// Returns the paths of the Swift files in `folder` and the folders below.
  public static func swiftPaths(in folder: String) throws -> [String] {
    try swiftFiles(in: folder).map { "\(folder)/\($0).swift" } + folders(in: folder).flatMap { try swiftPaths(in: "\(folder)/\($0)") }
  }

  public static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: self.path(path), isDirectory: &isFolder) && isFolder
  }

  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }

  /// Returns the contents of a UTF-8 file. Throws if the file cannot be read.
  public static func text(_ path: String) throws -> String { try String(contentsOfFile: self.path(path), encoding: .utf8) }
}
