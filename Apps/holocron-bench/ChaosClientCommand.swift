import ArgumentParser
import Benchmarks
import MessageBus
import Platform
import Synchronization

/// The front-ends of a chaos run that share a process.
struct ChaosClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chaos-client", abstract: "Send the requests of a chaos run until standard input ends or has a line", shouldDisplay: false)

  @Option var seed: UInt64
  @Option(help: "The number of the first front-end") var first = 0
  @Option(help: "The number of front-ends") var count = 1

  func run() async throws {
    let address = try BusAddress(
      environment: Environment.process.only(["HOLOCRON_BUS", "HOLOCRON_WORKERS_ENDPOINT", "HOLOCRON_EVENTS", "XDG_RUNTIME_DIR"]))
    let isStopped = Flag()
    try BackgroundThread.start {
      _ = try? StandardStream.input.read(upTo: 256)
      isStopped.value.store(true, ordering: .relaxed)
    }
    try await ChaosClient(seed: seed, first: first, count: count).run(at: address) {
      isStopped.value.load(ordering: .relaxed)
    } write: {
      StandardStream.output.write(line: $0)
    }
  }

  private final class Flag: Sendable {
    let value = Atomic(false)
  }
}
