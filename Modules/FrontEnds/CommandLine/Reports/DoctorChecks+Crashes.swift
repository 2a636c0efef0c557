import Console
import Localization
import MessageBus
import Platform

extension DoctorChecks {
  /// Warns about processes that crashed in the last seven days. Empty if none did.
  static func crashes(_ context: Context) -> [Finding] {
    // The environment of the supervisor may name another folder than that of this process.
    let folders: Set = [XDGFolders(context.environment).state, context.launcher.fleetLogFolder]
    let reports = folders.flatMap { folder in
      Folder.names(in: "\(folder)/crashes").filter { $0.hasSuffix(".txt") }.map { (name: $0, path: "\(folder)/crashes/\($0)") }
    }
    let begin = Int(context.now() / 1_000) - 7 * 86_400
    // The name of a report begins with its time.
    let paths = reports.sorted { ($0.name, $0.path) > ($1.name, $1.path) }.map(\.path).filter { path in
      FileSystem.lastWrite(to: path).map { $0 > begin } ?? false
    }
    guard let latest = paths.first else { return [] }
    return [
      Finding(
        "Crashes", .warn,
        "\(Figures.counted(paths.count, "process has crashed or was killed", "processes have crashed or were killed")) in the last 7 days",
        remedy: "read the latest report: \(latest)")
    ]
  }
}
