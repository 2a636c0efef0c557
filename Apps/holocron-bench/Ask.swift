import ArgumentParser
import Benchmarks
import MessageBus
import Models
import OrderedJSON
import Platform
import Synchronization
import UnixSignals

/// A soak test: requests records until stopped, then prints the outcome.
struct Ask: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Request records in a loop, check every response, and print the outcome as JSON at the end or on SIGTERM",
    discussion: """
      Prints 'answered' after the first correct response. The origin must serve the catalogue included with Holocron.

      EXAMPLES
        holocron-bench ask people/1 films/1
        holocron-bench ask people/83 --requests 100 --concurrency 100
      """)

  @Argument(help: "Records to request in turn, such as people/1") var records: [String]
  @Option(help: "Set the number of concurrent requests") var concurrency = 1
  @Option(help: "Stop after this number of requests") var requests: Int?
  @Option(help: "Set the timeout of each request in milliseconds") var limit = 5_000

  func validate() throws {
    guard records.allSatisfy({ Reference($0) != nil }) else { throw ValidationError("invalid record; expected KIND/ID, such as people/1") }
    guard concurrency > 0, limit > 0 else { throw ValidationError("--concurrency and --limit must be 1 or more") }
  }

  func run() async throws {
    let address = try BusAddress(
      environment: Environment.process.only(["HOLOCRON_BUS", "HOLOCRON_WORKERS_ENDPOINT", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"]))
    let test = SoakTest(
      records.compactMap { Reference($0) }, limit: .milliseconds(limit), concurrency: concurrency, requests: requests)
    let hasAnswered = Atomic(false)
    let run = Task {
      try await test.run(at: address) { right in
        guard right > 0, !hasAnswered.exchange(true, ordering: .relaxed) else { return }
        StandardStream.output.write(line: "answered")
      }
    }
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let stopping = Task {
      for await _ in signals { run.cancel() }
    }
    defer { stopping.cancel() }
    let outcome = try await run.value
    StandardStream.output.write(line: outcome.json.text())
    if outcome.wrong + outcome.failed > 0 { throw ExitCode.failure }
  }
}
