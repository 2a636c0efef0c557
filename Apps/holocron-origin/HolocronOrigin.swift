import Hosting
import Origin
import ServiceLifecycle

@main
enum HolocronOrigin {
  static func main() async { await program.main() }

  private static let program = ServiceProgram(
    "holocron-origin", "Serve the embedded catalogue as a SWAPI-compatible HTTP server that can fail in many ways",
    discussion: """
      When ready, the server prints the root URL of the API, for holocron-fetcher --origin; with --admin-port, also the URL of the rules.

      Examples
        holocron-origin
        holocron-origin --latency 10ms..50ms
        holocron-origin --fault 'status 503 rate 0.3 path /api/people/*'
        holocron-origin --script faults.txt --seed 7 --admin-port 1139
        curl -d 'after 5s for 2s hang' http://127.0.0.1:1139/rules
        holocron-origin --dialect swapi-tech
        holocron-origin --record https://swapi.dev/api --to swapi.jsonl
        holocron-origin --replay swapi.jsonl --timing

      A rule is a fault and when to apply it: after TIME, for TIME, every TIME, requests N|A..B, rate 0.3|30%, path PATTERN.

      Faults
      \(Faults.help)
      """, settings: [OriginOptions.all, FaultOptions.all, RecordingOptions.all], services: services)

  @Sendable private static func services(on host: Host) async throws -> [any Service] {
    let control = try FaultOptions.control(host.settings)
    let adminPort = try host.settings.value(FaultOptions.adminPort)
    let dialect = try host.settings.value(OriginOptions.dialect)
    let (settings, source) = (try OriginOptions.settings(host.settings), try RecordingOptions.source(host))
    let origin = OriginRunner { onListening in
      OriginServer(settings: settings, dialect: dialect, faults: control, source: source, logger: host.logger) {
        program.printLine($0)
        onListening()
      }
    }
    guard let adminPort else { return [origin] }
    // The root of the API is printed first.
    let admin = OriginRunner(after: origin) { onListening in
      AdminServer(control, port: adminPort, logger: host.logger) {
        program.printLine($0)
        onListening()
      }
    }
    return [origin, admin]
  }
}

/// A server as a service, which may start when another one listens; its errors become host errors.
private struct OriginRunner: MonitoredService {
  private let server: any Service
  private let earlier: (any MonitoredService)?
  /// Ends when the server listens.
  private let listening: AsyncStream<Void>

  /// - Parameter server: creates the server, which calls the argument when it listens.
  init(after earlier: (any MonitoredService)? = nil, _ server: (_ onListening: @escaping @Sendable () -> Void) -> any Service) {
    let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
    (self.listening, self.earlier) = (listening, earlier)
    self.server = server { continuation.finish() }
  }

  func run() async throws {
    if let earlier, await cancelWhenGracefulShutdown({ await earlier.waitUntilReady() }) == false { return }
    do { try await server.run() } catch let error as OriginServerError { throw HostError(error) }
  }

  func waitUntilReady() async -> Bool {
    for await _ in listening {}
    return !Task.isCancelled
  }

  /// All servers share the threads of the network.
  func answer() async { await OriginServer.waitForThreads() }
}
