/// Details of errors.
extension Phrase {
  public static func noTimeLeft(_ service: String) -> Phrase {
    Phrase("the request to {service} had no time left when it arrived at the broker", .text(service))
  }
  public static func workerLost(_ service: String) -> Phrase {
    Phrase("the workers of {service} that took the request were lost before they answered", .text(service))
  }
  /// The service, the head of the request, and the time in milliseconds.
  public static func noAnswer(_ service: String, request: String, milliseconds limit: Int) -> Phrase {
    Phrase("{service} did not answer '{request}' within {limit} ms", .text(service), .text(request), .number(limit))
  }
  /// The endpoint.
  public static func brokerSilent(_ endpoint: String) -> Phrase {
    Phrase("the broker at {endpoint} is not responding; it may be stopped or overloaded", .text(endpoint))
  }
  public static func noHandshake(_ endpoint: String) -> Phrase {
    Phrase("what is listening on {endpoint} does not answer as a bus; it may be a stopped broker, or another program", .text(endpoint))
  }
  public static func notCached(_ subject: String) -> Phrase {
    Phrase("{subject} is not cached, and the request does not allow a fetch", .text(subject))
  }
  public static func stillFetching(_ subject: String) -> Phrase { Phrase("{subject} is not available yet; try again", .text(subject)) }
  /// The subject, and the program that fetches it.
  public static func noFetcher(_ subject: String, program: String) -> Phrase {
    Phrase("{subject} is not cached, and no fetcher is attached; start one with {program}", .text(subject), .text(program))
  }
  public static func refused(_ origin: String) -> Phrase { Phrase("the origin {origin} refused the connection", .text(origin)) }
  public static func unreachable(_ origin: String) -> Phrase { Phrase("the origin {origin} cannot be reached", .text(origin)) }
  public static func unknownHost(_ origin: String) -> Phrase { Phrase("unknown host of the origin {origin}", .text(origin)) }
  public static func noTLS(_ origin: String) -> Phrase { Phrase("no TLS connection to the origin {origin}", .text(origin)) }
  public static func timedOut(_ origin: String) -> Phrase { Phrase("the origin {origin} did not answer in time", .text(origin)) }
  public static func throttled(_ origin: String) -> Phrase { Phrase("the origin {origin} asks to slow down", .text(origin)) }
  /// The origin, the status, and the origin's own reason.
  public static func errorStatus(_ origin: String, _ status: Int, detail: String?) -> Phrase {
    guard let detail else { return Phrase("the origin {origin} answered with status {status}", .text(origin), .number(status)) }
    return Phrase("the origin {origin} answered with status {status}: {detail}", .text(origin), .number(status), .text(detail))
  }
  /// The origin, and the seconds until the next request.
  public static func failing(_ origin: String, retryIn seconds: Int?) -> Phrase {
    guard let seconds else { return Phrase("the origin {origin} has been failing", .text(origin)) }
    return Phrase("the origin {origin} has been failing; next attempt in {time}", .text(origin), .duration(seconds))
  }
  /// The record, and the origin.
  public static func noRecord(_ record: String, origin: String?) -> Phrase {
    guard let origin else { return Phrase("the origin has no {record}", .text(record)) }
    return Phrase("the origin {origin} has no {record}", .text(origin), .text(record))
  }
  /// A kind, the page, and the number of pages.
  public static func noPage(_ kind: String, _ page: Int, of pages: Int) -> Phrase {
    Phrase("the list of {kind} has {pages} {pages:page|pages}; there is no page {page}", .text(kind), .number(pages), .number(page))
  }
  public static func noWebPage(_ record: String) -> Phrase {
    Phrase("{record} has no web page at its origin; use holocron show {record}", .text(record))
  }
  public static func tooManyWords(limit: Int) -> Phrase {
    Phrase("too many words: use at most {limit}, including words in filters and phrases", .number(limit))
  }
  public static func spacedFilter(_ filter: String) -> Phrase { Phrase("write {filter} without spaces", .text(filter)) }
  public static func fieldWithoutOrder(_ name: String, example: String) -> Phrase {
    Phrase("{name} cannot be compared with < or >; write {example}", .text(name), .text(example))
  }
  public static func numberNeeded(_ name: String, example: String) -> Phrase {
    Phrase("{name} needs a number, such as {example}", .text(name), .text(example))
  }
  public static func dateNeeded(_ name: String, example: String) -> Phrase {
    Phrase("{name} needs a date, such as {example}", .text(name), .text(example))
  }
  public static func unknownFilterField(_ name: String, hasSuggestions: Bool) -> Phrase {
    Phrase(hasSuggestions ? "unknown field '{name}'" : "unknown field '{name}': quote the text to search for it", .text(name))
  }
  public static func unknownFilterKind(_ name: String) -> Phrase { Phrase("unknown kind '{name}'", .text(name)) }
  public static func kindAsField(_ name: String, example: String) -> Phrase {
    Phrase("unknown field '{name}': '{name}' is a kind; write {example}", .text(name), .text(example))
  }
  /// The field, and the kinds that have it.
  public static func fieldOfOtherKinds(_ name: String, _ kinds: [String]) -> Phrase {
    Phrase("unknown field '{name}': it exists only in {kinds}", .text(name), .list(kinds))
  }
  /// A filter without a value, and an example of a whole one.
  public static func incompleteFilter(_ word: String, example: String) -> Phrase {
    Phrase("'{word}' needs a value, such as {example}", .text(word), .text(example))
  }
}
