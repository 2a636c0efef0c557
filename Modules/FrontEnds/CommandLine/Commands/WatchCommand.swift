import Client
import Console
import Contracts
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// `holocron watch`: prints the events on the bus until it is interrupted.
struct WatchCommand: Command {
  let name = "watch"
  let group = CommandGroup.processes
  let summary = "Print bus events until Ctrl-C"
  let usage = ["[TOPIC]"]
  let details = [
    "TOPIC is the prefix of the topics to show: changed, changed/people, fetch/failed, worker. An event says that something changed, but "
      + "not how. A slow reader may miss events."
  ]
  let examples = [
    Example("holocron watch", "all events"),
    Example("holocron watch changed/people --json", "changed people, one JSON value per line"),
  ]
  let operands = 0...1

  func isBounded(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let topic = arguments.operands.first ?? ""
    var isWatching = false
    let outageReporter = Task { await Self.reportOutages(in: context) }
    defer { outageReporter.cancel() }
    try await context.repository.subscribe(to: [topic]) { element throws(Problem) in
      switch element {
      case .event(let event): context.print(Self.line(event, asJSON: context.isForPrograms, on: context.terminal.output))
      case .listening where isWatching: context.note("holocron: some events may have been missed; watching again")
      case .listening:
        isWatching = true
        context.hint("Watching \(topic.isEmpty ? "all events" : topic); press Ctrl-C to stop.")
      }
    }
    throw Problem(503, "lost the bus", detail: "no more events will arrive", type: ProblemType.noBus)
  }

  /// The time between two checks of the bus.
  static let checkInterval = Duration.seconds(2)

  /// Writes a note each time the bus stops responding, until the task is cancelled. The subscription itself waits silently for the bus.
  private static func reportOutages(in context: Context) async {
    var wasReachable = true
    while (try? await Task.sleep(for: checkInterval)) != nil {
      let isReachable: Bool
      if let probe = context.probe {
        isReachable = (try? await probe.brokerStatistics()) != nil
      } else {
        isReachable = (try? await context.observer.brokerStatistics()) != nil
      }
      if wasReachable, !isReachable, !Task.isCancelled { context.note("holocron: lost the bus; events resume when it is back") }
      wasReachable = isReachable
    }
  }

  /// Returns the topic and, if the event carries text, the text.
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
