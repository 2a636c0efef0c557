import Client
import Contracts
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// `holocron watch`: prints what happens on the bus until it is interrupted.
struct WatchCommand: Command {
  let name = "watch"
  let group = CommandGroup.processes
  let summary = "Print events as they happen, until Ctrl-C"
  let usage = ["[TOPIC]"]
  let details = [
    "TOPIC is the beginning of the topics to show: changed, changed/people, fetch/failed, worker. Events tell that something changed, not what; "
      + "a slow reader may miss some."
  ]
  let examples = [
    Example("holocron watch", "everything"),
    Example("holocron watch changed/people --json", "people that changed, one JSON value a line"),
  ]
  let operands = 0...1

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let topic = arguments.operands.first ?? ""
    var isWatching = false
    let lookout = Task { await Self.tellAbsence(in: context) }
    defer { lookout.cancel() }
    try await context.repository.listen(to: [topic]) { heard throws(Problem) in
      switch heard {
      case .event(let event): context.print(Self.line(event, asJSON: context.isForPrograms, on: context.terminal.output))
      case .listening where isWatching: context.note("The bus was away; what happened meanwhile is not known.")
      case .listening:
        isWatching = true
        context.hint("Watching \(topic.isEmpty ? "all events" : topic); Ctrl-C ends.")
      }
    }
    throw Problem(503, "the bus is gone", detail: "no further events will come", type: ProblemType.noBus)
  }

  /// How often it is seen whether the bus is still there.
  static let pause = Duration.seconds(2)

  /// Says so each time the bus stops answering: a subscription waits for it in silence. Until the task is cancelled.
  private static func tellAbsence(in context: Context) async {
    var isThere = true
    while (try? await Task.sleep(for: pause)) != nil {
      let answers: Bool
      if let glance = context.glance {
        answers = (try? await glance.brokerStatistics()) != nil
      } else {
        answers = (try? await context.observer.brokerStatistics()) != nil
      }
      if isThere, !answers, !Task.isCancelled { context.note("holocron: the bus is gone; events are shown again when it is back") }
      isThere = answers
    }
  }

  /// The topic, and what the event carries beside it where that is text.
  static func line(_ event: Event, asJSON: Bool, on surface: Surface) -> SafeText {
    let content = try? JSON(parsing: event.content)
    if asJSON {
      var object: JSON.Object = ["topic": .string(event.topic)]
      if !event.fields.isEmpty {
        object["fields"] = .object(JSON.Object(event.fields.names.map { ($0, .string(event.fields[$0] ?? "")) }))
      }
      object["content"] = content
      return SafeText(.object(object), on: surface)
    }
    let detail = content?["detail"]?.string ?? content?["title"]?.string ?? ""
    return "\(surface.painter.paint(event.topic, .accent))\(detail.isEmpty ? "" : "\t\(detail)" as SafeText)\n"
  }
}
