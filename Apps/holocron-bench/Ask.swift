import ArgumentParser
import Benchmarks
import Glibc
import MessageBus
import Models
import OrderedJSON
import Synchronization
import UnixSignals

/// One front-end of an experiment: asks until it is told to stop, then says how it went.
struct Ask: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask for records in a loop, check every answer, and print the outcome as JSON after the last one or on SIGTERM.",
    discussion: """
      Writes 'answered' to standard output after the first right answer. Workers must serve the catalogue that comes with Holocron.

      EXAMPLES
        holocron-bench ask people/1 films/1
        holocron-bench ask people/83 --requests 100 --concurrency 100
      """)

  @Argument(help: "Records to ask for in turn, as people/1.") var records: [String]
  @Option(help: "Requests at once.") var concurrency = 1
  @Option(help: "Stop after so many requests.") var requests: Int?
  @Option(help: "Deadline of each request in milliseconds.") var limit = 5_000

  func validate() throws {
    guard records.allSatisfy({ Reference($0) != nil }) else { throw ValidationError("records are written KIND/ID, for example people/1") }
    guard concurrency > 0, limit > 0 else { throw ValidationError("--concurrency and --limit take 1 or more") }
  }

  func run() async throws {
    let environment = ["HOLOCRON_BUS", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"].reduce(into: [String: String]()) { settings, name in
      settings[name] = getenv(name).map { String(cString: $0) }
    }
    let address = try BusAddress(environment: environment, user: getuid())
    let loop = AskLoop(
      records.compactMap { Reference($0) }, limit: .milliseconds(limit), concurrency: concurrency, requests: requests)
    let announced = Atomic(false)
    let asking = Task {
      try await loop.run(at: address) { right in
        guard right > 0, !announced.exchange(true, ordering: .relaxed) else { return }
        print("answered")
        fflush(nil)
      }
    }
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let stopping = Task {
      for await _ in signals { asking.cancel() }
    }
    defer { stopping.cancel() }
    let outcome = try await asking.value
    print(outcome.json.text())
    if outcome.wrong + outcome.failed > 0 { throw ExitCode.failure }
  }
}
