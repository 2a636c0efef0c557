/// Labels, column headings and short texts of reports. Labels and headings begin in upper case.
public enum ReportPhrase: Sendable, Hashable {
  // Statistics of the cache.
  case hitRatio, freshHits, staleHits, misses, fetchCount, unchanged, failures, entryCount, size, inMemory, memory, evictions

  // Results of commands.
  case cached, duration, exported, file, imported, skipped, rejected, checked, damaged, removed, totals, incomplete, address
  case entries(Int), records(Int), lines(Int), searches(Int)
  /// Number of records, and their size in bytes.
  case recordsOfSize(Int, bytes: Int)
  /// Number of entries that the cache has in a later version.
  case olderEntries(Int)
  /// Number of entries that a full cache has evicted.
  case evictedEntries(Int)
  /// Number of damaged entries that are not listed.
  case moreEntries(Int)
  case noDamage, countedAgain, wrong
  /// Number of pages of lists that lack a record.
  case pagesWithGaps(Int)

  // Columns of lists and settings.
  case searchText, time, record, recordName, matchedIn, field, relation
  case since, command, runs
  case setting, value, source, scope, filePath
  case justNow, ago(String)
  case standardSource
  /// A setting, and the file that has it.
  case settingInFile(String, file: String)
  case fileIsRead, fileIsMissing
  /// The reason why a file is not read.
  case fileIsIgnored(String)
  /// Whose configuration a file is.
  case projectFile, userFile, systemFile

  // Status and live statistics.
  case waiting, slow, program, server, fetcher, retriesLeft, rate
  case notResponding, stoppedBySignal
  /// Number of workers.
  case unidentified(Int)
  /// The program that starts the missing worker.
  case noCacheWorker(String), noFetcher(String), searchWorkerMissing(String)
  case attached
  /// Number of indexed records, and of all that the origin has.
  case recordsIndexed(Int, of: Int?)
  case isComplete(String), isFilling(String), isStarting(String)
  /// The command that fetches the rest.
  case isIncomplete(String, command: String)
  /// A rate, and the number of requests since the start.
  case rateAndTotal(String, String)
  /// A ratio since the start, and the one of the last seconds.
  case recently(String, String)
  /// A rate and its limit.
  case rateLimit(String, String)
  case requestCount(Int)
  /// Number of peers that are not listed.
  case morePeers(Int)
}
