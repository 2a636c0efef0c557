import Hosting

/// The supervisor and the broker. The broker uses a part of the supervisor's libraries, so they share one executable.
@main
enum HolocronFleet {
  static func main() async { await SharedExecutable.main([SupervisorCommand.self, BrokerCommand.self]) }
}
