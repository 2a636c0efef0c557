import Hosting
import LoadTesting

/// The node, the workers and the load tester. They use the same libraries, so they share one executable.
@main
enum HolocronWorkers {
  static func main() async {
    await SharedExecutable.main(
      [NodeCommand.self, CacheCommand.self, FetcherCommand.self, SearchCommand.self],
      [SharedExecutable.Program(LoadProgram.name) { await LoadProgram.run($0) }])
  }
}
