public import Platform

/// The folder with the reports of the latest crashes: `crashes` in the state folder.
public struct CrashReports: Sendable {
  /// The maximum number of reports. The oldest ones are removed.
  public static let maximumCount = 20

  public let folder: String

  public init(stateFolder: String) { folder = "\(stateFolder)/crashes" }

  /// Writes a report, with mode 0600, and removes the oldest ones. Returns the path of its file.
  public func write(_ report: CrashReport) throws(SystemError) -> String {
    try Folder.create(folder)
    let path = "\(folder)/\(report.fileName)"
    try RegularFile.replace(path, with: Array(report.text.utf8))
    let names = Folder.names(in: folder).filter { $0.hasSuffix(".txt") }.sorted()
    for name in names.dropLast(Self.maximumCount) { FileSystem.remove("\(folder)/\(name)") }
    return path
  }
}
