/// Findings of `holocron doctor`. Paths, versions and texts of other programs are the same in every language.
public indirect enum DoctorPhrase: Sendable, Hashable {
  /// A text of another program, a version or a path.
  case text(String)
  /// An error, and what it is in English. Without a phrase for both its title and its detail, it is in English in every language.
  case error(ErrorPhrase?, ErrorDetailPhrase?, english: String)
  /// The detail of an error alone.
  case detail(ErrorDetailPhrase)
  case notice(SettingNoticePhrase)
  /// Two findings of one check.
  case both(DoctorPhrase, DoctorPhrase)
  /// A finding and its cause.
  case because(DoctorPhrase, DoctorPhrase)

  // Installation.
  case version(String), oldVersion(String)
  case notInstalled
  case noFile
  /// The type of a terminal that cannot move the cursor.
  case limitedTerminal(String)
  /// A locale whose character encoding is not UTF-8.
  case otherEncoding(String)
  /// The sections of the file at a path that no program reads, in quotation marks.
  case unreadSections(file: String, [String])

  // Folders. Reasons are those of the system.
  case cannotCreateFiles(in: String, reason: String)
  case cannotWrite(to: String, reason: String)
  case cannotInspect(String, reason: String)
  case notASocket(String), notAFolder(String)
  case privateFolder(String), openFolder(String)
  /// A folder, and its owner.
  case foreignFolder(String, owner: String)
  case createdWithBus(String), createdWhenNeeded(String), writable(String)
  case pathTooLong(String)
  /// A folder, and the free space in bytes.
  case littleSpace(String, bytes: Int)
  case noCacheLocation, noHistoryLocation
  /// A damaged file in use, and one that has been replaced by a new one.
  case damagedFile(String), damagedFileKept(String)

  // The bus and the origin.
  case responds(String), nothingRuns(at: String)
  /// The endpoint, and the problem.
  case noResponse(String, DoctorPhrase)
  /// The kinds of records.
  case originResponds(kinds: String)

  // Workers.
  case noWorker
  /// The number of workers, and the processes that are known.
  case workers(Int, [DoctorPhrase])
  /// The program of a process, if it is known, and its ID.
  case process(program: String?, Int)
  case noSuchProcess(Int)
  /// The path of a program.
  case foreignProgram(String)
  case unidentified(Int, of: Int)
  /// The name in the fleet, and the process ID.
  case workerIsStopped(String, Int), workerIsSilent(String, Int)
  /// A warning of the worker with this process ID.
  case warning(DoctorPhrase, process: Int)
  case indexIsFull
  /// The cache, the index or the search history is kept in memory, for a reason of the system.
  case cacheInMemory(reason: String), indexInMemory(reason: String), searchIndexInMemory(reason: String)
  case historyInMemory(reason: String)

  // Origins.
  case differentOrigins(String)
  case otherRecords(origin: String, service: String, other: String)
  case sameOrigin(String)
  /// A server, its state, and the reason.
  case server(String, ServerStatePhrase, reason: DoctorPhrase?)
  /// Reasons why a server is not asked.
  case unreachable, connectionLost, noTLS, timedOut, slowDown, errorStatus(Int)

  // The supervisor and its processes.
  case supervisorIsStopped(Int)
  /// A process and its last error.
  case givenUp(String, reason: String), keepsEnding(String, reason: String)
  case logged(DoctorPhrase, log: String)
  /// Number of processes.
  case crashes(Int)
}

extension Language {
  /// Returns the title and the detail of an error, as far as they have a translation.
  func sentence(_ title: ErrorPhrase?, _ detail: ErrorDetailPhrase?, english: String) -> String {
    guard let title, let detail else { return english }
    return "\(describe(title)): \(describe(detail))"
  }
}

/// States of a server of the origin. Times are in seconds.
public enum ServerStatePhrase: Sendable, Hashable {
  case works, fails, probing
  case paused(retryIn: Int), failsUntil(retryIn: Int)
}
