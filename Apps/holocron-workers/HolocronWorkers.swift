import Hosting

/// The node and the workers. They use the same libraries, so they share one executable.
@main
enum HolocronWorkers {
  static func main() async {
    await SharedExecutable.main([NodeCommand.self, CacheCommand.self, FetcherCommand.self, SearchCommand.self])
  }
}
