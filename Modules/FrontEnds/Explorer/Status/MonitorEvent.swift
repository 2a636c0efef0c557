import Localization
import Models
import Presentation
import TerminalText

/// Something that happened to the bus or its processes while the explorer was running.
struct MonitorEvent: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case worker(service: String, joined: Bool)
    case bus(isReachable: Bool)
    case fetchFailed(Reference)
    /// The name of the record.
    case changed(String)
    case restarted(String)
    case failed(String)
  }

  let content: Content
  let at: Moment

  func text(_ language: any Language) -> StyledText {
    switch content {
    case .worker(let service, true): StyledText(language.say(.workerJoined(service)))
    case .worker(let service, false): StyledText(language.say(.workerLeft(service)), .caution)
    case .bus(true): StyledText(language.say(.busBack))
    case .bus(false): StyledText(language.say(.busLost), .caution)
    case .fetchFailed(let reference): StyledText(language.say(.fetchFailed(reference.description)), .caution)
    case .changed(let name): StyledText(language.say(RecordPhrase.changed(name.printable)))
    case .restarted(let process): StyledText(language.say(.processRestarted(process)))
    case .failed(let process): StyledText(language.say(.processFailed(process)), .bad)
    }
  }
}
