extension English {
  public func say(_ phrase: ProgressPhrase) -> String {
    switch phrase {
    case .readingLists: "reading the lists"
    case .fetching: "fetching"
    case .exporting: "exporting"
    case .importing: "importing"
    case .checking: "checking"
    case .fillingIndex: "indexing"
    case .restarting: "restarting"
    case .readingNames: "reading names"
    case .imported(let count): "\(counted(count, "entry", "entries")) imported"
    case .indexed(let count): say(ReportPhrase.recordsIndexed(count, of: nil))
    case .starting: "starting"
    case .startingProgram(let program): "starting \(program)"
    case .waiting(let services): "waiting for \(services.either("and"))"
    case .reading(let name): "reading \(name)"
    case .lookingUp(let text): "looking up \(text)"
    case .restartingProcess(let process, let number, let count): "restarting \(process) (\(number) of \(count))"
    case .timeLeft(let time): "\(time) left"
    case .perSecond(let amount): "\(amount)/s"
    }
  }
}
