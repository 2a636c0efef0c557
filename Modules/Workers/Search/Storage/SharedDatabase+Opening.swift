import Databases
import Logging

extension SharedDatabase {
  /// Opens a file, or creates the tables in memory if `path` is `nil`.
  ///
  /// - Parameters:
  ///   - setting: the setting that names the file, such as `index`, for advice.
  ///   - lockTimeout: time in seconds that an operation waits for a file locked by another process.
  ///   - tolerated: failures to open the file that are not thrown; each operation then tries to open it again.
  static func open(
    _ path: String?, format: DatabaseFormat, contents: DatabaseFile.Contents, setting: String, lockTimeout: Double = 5,
    tolerating tolerated: Set<StorageErrorCode>, logger: Logger
  ) throws(StorageError) -> SharedDatabase {
    guard let path else { return try SharedDatabase(inMemory: format) }
    let file = DatabaseFile(
      path, format: format, contents: contents,
      advice: "set HOLOCRON_SEARCH_\(setting.uppercased()) or --\(setting) to another file, or to memory",
      journalSizeLimit: 4 << 20, lockTimeout: lockTimeout, logger: logger)
    do { return try SharedDatabase(file) } catch {
      guard tolerated.contains(error.code) else { throw error }
      logger.warning("store file unavailable; retrying when needed", metadata: ["store": "\(format.name)", "reason": "\(error.message)"])
      return SharedDatabase(openingOnFirstUse: file)
    }
  }
}
