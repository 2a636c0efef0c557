import Console
import MessageBus
import OrderedJSON
import Platform

/// The logs of background processes: one file for each in the folder of the logs.
struct LogSources: Sendable {
  let folder: String
  /// The processes that are running: those of the supervisor and the supervisor itself, or the node. Empty if nothing runs.
  let running: [String]

  /// The logs of a fleet or of a node that runs, or else of those that ran before.
  init(_ context: Context) {
    folder = context.launcher.fleetLogFolder
    if context.launcher.supervisor.holder != nil {
      let state = SupervisorState.read(in: context.launcher.runtimeFolder)
      running = ["supervisor"] + (state?["processes"]?.array?.compactMap { $0["name"]?.string } ?? [])
    } else {
      running = context.launcher.node.holder == nil ? [] : ["node"]
    }
  }

  /// Creates the sources in `folder`, while the processes `running` run.
  init(folder: String, running: [String]) {
    self.folder = folder
    self.running = running
  }

  /// The processes that have a log, sorted: `broker`, `cache-1`.
  var all: [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".log") }.map { String($0.dropLast(".log".count)) }.sorted()
  }

  /// Returns the names that any of `words` selects, running or not, each once. Without a word, those of the processes that run, or of all
  /// if none does.
  func selected(by words: [String]) -> [String] {
    let all = all
    guard !words.isEmpty else { return running.isEmpty ? all : running.filter(all.contains) }
    let selected = Set(words.flatMap { ProcessNames.selected(by: $0, among: all) })
    return all.filter(selected.contains)
  }

  func path(of name: String) -> String { "\(folder)/\(name).log" }
}
