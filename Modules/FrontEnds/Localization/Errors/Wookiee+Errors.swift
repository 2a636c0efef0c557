extension Wookiee {
  public func describe(_ detail: ProblemDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "aarrh rrgh \(service)"
    case .queueFull(let service): "grrf \(service); huurh"
    case .clientFull: "grrf hraaw; huurh"
    case .brokerFull: "grrf hrooo; huurh"
    case .repliesUnread: "grrf rroo; huurh"
    case .noWorkerFree(let service): "huurh \(service)"
    case .noTimeLeft(let service): "raaaahh \(service)"
    case .workerTimedOut(let service): "huunn \(service)"
    case .workerLost(let service): "raaah \(service)"
    case .noAnswer(let service, let request, let limit): "huunn \(service) '\(request)' (\(limit) ms)"
    case .brokerSilent(let endpoint): "huunn hrooo \(endpoint)"
    case .notCached(let subject): "aarrh kaaarsh \(subject)"
    case .cacheBusy(let subject): "grrf kaaarsh \(subject); huurh"
    case .stillFetching(let subject): "huurh \(subject)"
    case .noFetcher(let subject, let program): "aarrh grroo \(subject); \(program)"
    case .originBusy: "grrf orrgh; huurh"
    case .searchBusy: "grrf huum; huurh"
    case .startWith(let command): "huwaaa \(command)"
    case .refused(let origin): "rrraawr \(origin)"
    case .unreachable(let origin): "aarrh \(origin)"
    case .unknownHost(let origin): "ahuma \(origin)"
    case .connectTimedOut(let origin): "huurh \(origin)"
    case .connectionBroken(let origin): "raaah \(origin)"
    case .noTLS(let origin): "aarrh TLS \(origin)"
    case .timedOut(let origin): "huurh raaaahh \(origin)"
    case .throttled(let origin): "huunn \(origin)"
    case .errorStatus(let origin, let status, let detail): "uughgh \(status) \(origin)\(detail.map { ": \($0)" } ?? "")"
    case .failing(let origin, let seconds): "uugghh \(origin)\(seconds.map { "; huurh \(figures.seconds($0))" } ?? "")"
    case .noRecord(let record, let origin): "muawa \(record)\(origin.map { " (\($0))" } ?? "")"
    case .noPage(let kind, let page, let pages): "muawa rruh \(page) ahuur \(pages) (\(kind))"
    case .noPath(let from, let to): "aarrh raaawr \(from), \(to)"
    case .noWebPage(let record): "muawa \(record); holocron show \(record)"
    case .unknownSubcommand(let word, let words), .unknownKind(let word, let words), .unknownField(let word, let words),
      .unknownSortKey(let word, let words), .unknownFilm(let word, let words):
      "ahuma '\(word)' (\(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) aarrh muaarga"
    case .notInHistory(let text): "muawa awwgggghhh '\(text)'"
    }
  }
}
