extension Wookiee {
  public func say(_ phrase: ProgressPhrase) -> String {
    switch phrase {
    case .readingLists: "hrrm hrrm"
    case .fetching: "grroo"
    case .exporting: "raaah kaaarsh"
    case .importing: "huwaa kaaarsh"
    case .checking: "ahuma"
    case .fillingIndex: "hroorr"
    case .restarting: "raarwh"
    case .readingNames: "hrrm ruhh"
    case .imported(let count): "\(figures.integer(count)) huwaa"
    case .indexed(let count): say(ReportPhrase.recordsIndexed(count, of: nil))
    case .starting: "huwaaa"
    case .startingProgram(let program): "huwaaa \(program)"
    case .waiting(let services): "huurh \(services.joined(separator: ", "))"
    case .reading(let name): "hrrm \(name)"
    case .lookingUp(let text): "ahuma \(text)"
    case .restartingProcess(let process, let number, let count): "raarwh \(process) (\(number) ahuur \(count))"
    case .timeLeft(let time): "huurh \(time)"
    case .perSecond(let amount): "\(amount)/s"
    }
  }
}
