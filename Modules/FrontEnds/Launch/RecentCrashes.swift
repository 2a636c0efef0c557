import MessageBus
import Platform

/// The reports of crashes that services have written to the folder `crashes` in the state folder.
public struct RecentCrashes: Sendable, Hashable {
  /// The paths of the reports, newest first.
  public let paths: [String]

  /// Crashes longer ago are of no interest any more, in seconds.
  private static let age = 7 * 86_400

  /// Lists the reports of the last seven days before `now`, in seconds since 1970, in the state folders `folders`.
  public init(inStateFolders folders: Set<String>, now: Int) {
    let reports = folders.flatMap { folder in
      Folder.names(in: "\(folder)/crashes").filter { $0.hasSuffix(".txt") }.map { (name: $0, path: "\(folder)/crashes/\($0)") }
    }
    // The name of a report begins with its time.
    paths = reports.sorted { ($0.name, $0.path) > ($1.name, $1.path) }.map(\.path).filter { path in
      FileSystem.lastWrite(to: path).map { $0 > now - Self.age } ?? false
    }
  }
}
