import ArgumentParser
import Hosting
import Origin
import ServiceLifecycle

@main
struct HolocronOrigin: ServiceCommand {
  static let configuration = CommandConfiguration.service(
    "holocron-origin",
    abstract: "Serve the embedded catalogue as a SWAPI-compatible HTTP server",
    discussion: """
      When ready, the server prints one line: the root URL of the API, for holocron-fetcher --origin.

      Examples
        holocron-origin
        holocron-origin --port 0 --latency 50ms
        holocron-origin --stall 1s --stall-every 10s
        curl http://127.0.0.1:1138/api/people/1/
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var origin: OriginOptions

  var flags: [FlagValue] { origin.given }

  func services(on host: Host) async throws -> [any Service] {
    let server = OriginServer(settings: try OriginOptions.settings(host.settings), logger: host.logger) { base in
      Self.printLine(base)
    }
    return [OriginRunner(server: server)]
  }
}

/// The server as a service; its errors become host errors.
private struct OriginRunner: Service {
  let server: OriginServer

  func run() async throws {
    do { try await server.run() } catch let error as OriginServerError {
      throw HostError(error.code == .invalidAddress ? .usage : .unavailable, error.message, cause: error)
    }
  }
}
