/// Details of errors of the bus, the services and the origin, and of mistakes in words of the command line.
public enum ProblemDetailPhrase: Sendable, Hashable {
  // The bus. Services have the same names in every language.
  case noWorkerOffers(String), queueFull(String), clientFull, brokerFull, repliesUnread
  case noWorkerFree(String), noTimeLeft(String), workerTimedOut(String), workerLost(String)
  /// The service, the head of the request, and the time in milliseconds.
  case noAnswer(String, request: String, milliseconds: Int)
  /// The endpoint.
  case brokerSilent(String)

  // Services. Subjects are records or kinds.
  case notCached(String), cacheBusy(String), stillFetching(String)
  /// The subject, and the program that fetches it.
  case noFetcher(String, program: String)
  case originBusy, searchBusy
  /// The command that starts a worker.
  case startWith(String)

  // Origins, by their addresses.
  case refused(String), unreachable(String), unknownHost(String), connectTimedOut(String), connectionBroken(String), noTLS(String)
  case timedOut(String), throttled(String)
  /// The origin, the status, and the origin's own reason.
  case errorStatus(String, Int, detail: String?)
  /// The origin, and the seconds until the next request.
  case failing(String, retryIn: Int?)

  // Records.
  /// The record, and the origin.
  case noRecord(String, origin: String?)
  /// A kind, the page, and the number of pages.
  case noPage(String, Int, of: Int)
  /// Records.
  case noPath(String, String), noWebPage(String)

  // Words of the command line, and the words to choose from.
  case unknownSubcommand(String, [String]), unknownKind(String, [String]), unknownField(String, [String]), unknownSortKey(String, [String])
  case unknownFilm(String, [String])
  case notAFavourite(String), notInHistory(String)
}
