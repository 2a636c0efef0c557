import ArgumentParser
import Glibc
import Hosting
import Origin
import ServiceLifecycle

@main
struct HolocronOrigin: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-origin",
    abstract: "A SWAPI-compatible HTTP server over the catalogue that comes with Holocron.",
    discussion: """
      Writes one line to standard output when it listens: the URL of the API's root. That is what holocron-fetcher --origin takes.

      EXAMPLES
        holocron-origin
        holocron-origin --port 0 --latency 50ms
        curl http://127.0.0.1:1138/api/people/1/
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var origin: OriginOptions

  var flags: [GivenFlag] { origin.given }

  func services(on host: Host) async throws -> [any Service] {
    let server = OriginServer(settings: try OriginOptions.settings(host.settings), logger: host.logger) { base in
      print(base)
      // Whoever started this process may be reading through a pipe.
      fflush(nil)
    }
    return [OriginRunner(server: server)]
  }
}

/// The server, with its failures in the terms of the process.
private struct OriginRunner: Service {
  let server: OriginServer

  func run() async throws {
    do { try await server.run() } catch let error as OriginServerError {
      throw HostError(error.code == .invalid ? .usage : .unavailable, error.message, cause: error)
    }
  }
}
