import MessageBus
public import Platform

/// The reports of crashes that services have written to the folder `crashes` in the state folder.
public struct RecentCrashes: Sendable, Hashable {
  /// The paths of the reports, newest first.
  public let paths: [String]

  /// Crashes longer ago are of no interest any more, in seconds.
  private static let age = 7 * 86_400

  /// Lists the reports in `folder` from the last seven days before `now`, in seconds since 1970.
  public init(in folder: String, now: Int) {
    // The name of a report begins with its time.
    let reports = Folder.names(in: folder).filter { $0.hasSuffix(".txt") }.sorted(by: >)
    paths = reports.map { "\(folder)/\($0)" }.filter { FileSystem.lastWrite(to: $0).map { $0 > now - Self.age } ?? false }
  }

  /// Lists the reports of this user.
  public init(_ environment: Environment, now: Int) {
    self.init(in: "\(XDGFolders(environment).state)/crashes", now: now)
  }
}
