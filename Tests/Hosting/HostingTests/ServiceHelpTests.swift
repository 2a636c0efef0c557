import Testing

@testable import Hosting

struct ServiceHelpTests {
  @Test func `help has the form of the help of holocron`() {
    let help = """
      OVERVIEW: Cache worker: answer from a store

      Start it before or after the broker.

      Examples
        holocron-cache

      USAGE: holocron-cache <options>

      OPTIONS:
        --log-level <level>     Set the minimum log level (default: info;
                                HOLOCRON_LOG_LEVEL)
        --store <file|memory>   Store cached answers
        --stale-while-revalidate <duration>
                                Serve stale answers
        --lifeline              Stop when standard input ends
        --version               Show the version.
        -h, --help              Show help information.

      """
    #expect(
      ServiceHelp.text(converting: help) == """
        Cache worker: answer from a store

        Start it before or after the broker.

        Examples
          holocron-cache

        Usage
          holocron-cache [OPTIONS]

        Options
          --log-level LEVEL       Set the minimum log level (default: info;
                                  HOLOCRON_LOG_LEVEL)
          --store FILE|memory     Store cached answers
          --stale-while-revalidate DURATION
                                  Serve stale answers
          --lifeline              Stop when standard input ends
          --version               Show the version
          -h, --help              Show this help

        """)
  }

  @Test(arguments: [
    ("holocron-origin [--config <config>] [--port <port>]\n                       [--lifeline]", "holocron-origin [OPTIONS]"),
    ("holocron-origin [--port <port>] <file>", "holocron-origin [OPTIONS] <file>"),
    ("holocron-origin <options>", "holocron-origin [OPTIONS]"), ("holocron-origin", "holocron-origin"),
  ])
  func `the usage does not list the options`(usage: String, converted: String) {
    let help = "OVERVIEW: Serve the catalogue\n\nUSAGE: \(usage)\n\nOPTIONS:\n  --port <port>\n"
    #expect(
      ServiceHelp.text(converting: help)
        == "Serve the catalogue\n\nUsage\n  \(converted)\n\nOptions\n  --port PORT\n")
  }

  @Test(arguments: ["holocron-cache 0.2.0", "#compdef holocron-cache\nUSAGE: <options>\n", ""])
  func `text that is not help stays as it is`(text: String) {
    #expect(ServiceHelp.text(converting: text) == text)
  }
}
