/// holocron-origin on a free port.
struct CatalogueOrigin {
  /// The root of the API, without a slash at the end.
  let url: String
  private let bench: Workbench

  /// - Parameter latency: `--latency` of holocron-origin.
  init(on bench: Workbench, latency: String = "0ms") throws(BenchmarkError) {
    self.bench = bench
    var line = try bench.start(service: "holocron-origin", "--port", "0", "--latency", latency, isRead: true).readLine()
    while line.hasSuffix("/") { line.removeLast() }
    url = line
  }

  /// Returns a document by its path below the root, such as `/people/1/`.
  func document(_ path: String) throws(BenchmarkError) -> [UInt8] { try bench.output(["curl", "-sSf", url + path]) }
}
