import Hosting

/// The supervisor and the broker. The broker uses a part of the supervisor's libraries, so they share one executable.
@main
enum HolocronFleet {
  static func main() async { await SharedExecutable.main([SupervisorProgram.program, broker]) }

  private static let broker = ServiceProgram(
    "holocron-broker", "Route requests to workers, replies to clients, and events to subscribers",
    discussion: """
      Without options, the broker listens on the default sockets, which only you can open and which every other part of Holocron uses.

      Examples
        holocron-broker
        holocron-broker --bus tcp://127.0.0.1:5555 --log-level debug
      """, settings: [.bus, .broker]
  ) { host in [try host.broker()] }
}
