/// Fixes that `holocron doctor` suggests. Commands, options and variables are the same in every language.
public indirect enum RemedyPhrase: Sendable, Hashable {
  /// A command to run in a shell.
  case shell(String)

  // Installation and settings.
  case installLibrary
  /// The full-screen explorer, a program that starts workers, or one that the supervisor starts: always, or without another origin.
  case installExplorer, installProgram, installFleetProgram, installOrigin
  case setTerminal, setLocale
  case ownKeys
  case correctSetting, correctSettingOfServices, correctProjectFile
  /// A section in quotation marks, and the likely name.
  case renameSection(String, String)
  /// Number of sections.
  case removeSections(Int)

  // Folders.
  case setHome
  /// A variable that names a folder.
  case setOwnFolder(String), setOtherFolder(String), setWritableFolder(String), setShorterPath(String)
  case freeSpace(orSet: String), freeSpaceForCache
  case remove(String), moveOrRemove(String)

  // The bus, its workers and the origin.
  case restartBus, startBus, checkAddress
  case waitOrUseEmbedded
  /// The program of the worker.
  case startWorker(String)
  case checkPrograms
  /// Process IDs.
  case stopForeign(Int), resume(Int)
  case restartStuck
  /// A process of the fleet.
  case restart(String), resumeOrRestart(Int, String), correctThenRestart(String)
  case correctCause
  case largerIndex, makeWritableAndRestart, makeWritable
  case oneOrigin
  /// The origin of records that are kept.
  case nextFetch(kept: String)
  case checkServer
  /// The path of a report.
  case readReport(String)
}
