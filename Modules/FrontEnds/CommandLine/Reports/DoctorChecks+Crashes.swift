import Launch
import Localization
import MessageBus
import Platform

extension DoctorChecks {
  /// Warns about processes that crashed in the last seven days. Empty if none did.
  static func crashes(_ context: Context) -> [Finding] {
    // The environment of the supervisor may name another folder than that of this process.
    let folders: Set = [XDGFolders(context.environment).state, context.launcher.fleetLogFolder]
    let paths = RecentCrashes(inStateFolders: folders, now: Int(context.now() / 1_000)).paths
    guard let latest = paths.first else { return [] }
    return [
      Finding(
        "Crashes", .warn,
        "\(Figures.counted(paths.count, "process has crashed or was killed", "processes have crashed or were killed")) in the last 7 days",
        remedy: "read the latest report: \(latest)")
    ]
  }
}
