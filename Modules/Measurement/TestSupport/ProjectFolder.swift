import FoundationEssentials

/// The checkout that the tests were built from. Paths are relative to its root: `Modules/Bus/MessageBus`.
public enum ProjectFolder {
  /// The absolute path of the folder that holds Package.swift.
  public static let root: String = {
    let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return components.prefix { $0 != "Modules" }.joined(separator: "/")
  }()

  /// The absolute path of `path`.
  public static func path(_ path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

  /// The names in a folder, sorted, without hidden ones. Throws when the folder cannot be read.
  public static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The names of the folders in `folder`, sorted.
  public static func folders(in folder: String) throws -> [String] { try names(in: folder).filter { isFolder("\(folder)/\($0)") } }

  /// The names of the Swift files in `folder`, sorted, without `.swift`.
  public static func swiftFiles(in folder: String) throws -> [String] {
    try names(in: folder).filter { $0.hasSuffix(".swift") }.map { String($0.dropLast(6)) }
  }

  public static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: self.path(path), isDirectory: &isFolder) && isFolder
  }

  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }

  /// The whole file as UTF-8. Throws when it cannot be read.
  public static func text(_ path: String) throws -> String { try String(contentsOfFile: self.path(path), encoding: .utf8) }
}
