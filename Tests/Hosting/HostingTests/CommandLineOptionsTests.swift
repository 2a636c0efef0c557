import Platform
import TestSupport
import Testing

@testable import Hosting

struct CommandLineOptionsTests {
  private static let options: [CommandLineOptions.Option] = [
    .init(
      name: "store", valueName: "file|memory", help: "Store cached answers in memory or in this file (default: memory; HOLOCRON_STORE)"),
    .init(name: "origin", valueName: "origin", help: "Fetch from this origin", repetition: ","),
    .init(name: "port", valueName: "n", help: "Listen on this port"),
    .init(name: "stale-while-revalidate", valueName: "duration", help: "Serve stale answers"),
    .init(name: "lifeline", valueName: nil, help: "Stop when standard input ends"),
    .init(name: "help", valueName: nil, help: "Show this help"),
  ]

  @Test(arguments: [
    ("", [:]), ("--store memory", ["store": "memory"]), ("--store=a=b", ["store": "a=b"]), ("--store=", ["store": ""]),
    ("--store a --store b", ["store": "b"]), ("--origin a --origin b", ["origin": "a,b"]), ("--lifeline", ["lifeline": "true"]),
    ("--port -1 --store -", ["port": "-1", "store": "-"]),
  ])
  func `options are read`(line: String, values: [String: String]) throws {
    #expect(try CommandLineOptions(line.split(separator: " ").map(String.init), knowing: Self.options).values == values)
  }

  @Test(arguments: [
    ("extra", "unexpected argument 'extra'"), ("-- --store a", "unexpected argument '--'"), ("--bogus", "unknown option '--bogus'"),
    ("--stor a", "unknown option '--stor'. Did you mean '--store'?"), ("-x", "unknown option '-x'"),
    ("--store", "missing value for '--store FILE|memory'"), ("--store --lifeline", "missing value for '--store FILE|memory'"),
    ("--lifeline=3", "the option '--lifeline' takes no value"),
  ])
  func `mistakes are errors of usage`(line: String, message: String) {
    let error = #expect(throws: HostError.self) {
      try CommandLineOptions(line.split(separator: " ").map(String.init), knowing: Self.options)
    }
    #expect(error?.code == .usage)
    #expect(error?.message == "\(message) (see --help)")
  }

  @Test func `help has the form of the help of holocron`() {
    let discussion = """
      Start it before or after the broker and the fetchers, of which several can run.

      Examples
        holocron-cache
      """
    #expect(
      CommandLineOptions.help("holocron-cache", "Cache worker: answer from a store", discussion, Self.options) == """
        Cache worker: answer from a store

        Start it before or after the broker and the fetchers, of which several can run.

        Examples
          holocron-cache

        Usage
          holocron-cache [OPTIONS]

        Options
          --store FILE|memory     Store cached answers in memory or in this file
                                  (default: memory; HOLOCRON_STORE)
          --origin ORIGIN         Fetch from this origin
          --port N                Listen on this port
          --stale-while-revalidate DURATION
                                  Serve stale answers
          --lifeline              Stop when standard input ends
          -h, --help              Show this help

        """)
  }
}

struct SharedExecutableTests {
  @Test(arguments: [
    (["holocron-two"], "holocron-two"), (["/opt/bin/holocron-one"], "holocron-one"),
    (["bus", "/opt/bin/holocron-two"], "holocron-two"), (["holocron-one", "/opt/bin/holocron-two"], "holocron-one"),
    (["bus", "/opt/bin/bus"], nil), ([], nil),
  ]) func `the program is the one that the process is named after, or else its executable`(paths: [String], name: String?) {
    #expect(SharedExecutable.name(for: paths, of: ["holocron-one", "holocron-two"]) == name)
  }

  @Test func `a link with a name of its own starts the program that it points to`() async throws {
    let folder = try TemporaryDirectory()
    try Files.link(folder.file("bus"), to: ProductsDirectory.executable("holocron-broker"))
    let help = try await RunningProcess.start(folder.file("bus"), ["--help"])
    try await help.ends(.exited(0))
    #expect(help.output.contains("HOLOCRON_BROKER_GRACE"))
  }
}
