import TestSupport

/// Shell scripts in place of the fleet's executables. Each records its start and its end in a journal.
struct FakeExecutables {
  let directory: TemporaryDirectory
  static let names = ["holocron-broker", "holocron-origin", "holocron-fetcher", "holocron-cache", "holocron-search"]

  init() throws {
    directory = try TemporaryDirectory()
    for name in Self.names { try write(name, Self.ordinary) }
  }

  var folder: String { directory.path }

  /// A script that runs until SIGTERM or until standard input reaches end of file.
  static let ordinary = """
    cat <&3 >/dev/null 2>&1 & reader=$!
    trap 'note stop; kill $reader; exit 0' TERM
    note start
    echo "$name speaks" >&2
    wait $reader
    note cut
    """

  func write(_ name: String, _ body: String) throws {
    let script = """
      #!/bin/sh
      name=\(name)
      note() { echo "$1 $name" >>"\(directory.file("journal"))"; }
      exec 3<&0
      \(body)
      """
    try directory.writeProgram(script + "\n", to: name)
  }

  /// The recorded lines: `start holocron-broker`, …
  var journal: [String] {
    (Files.text(directory.file("journal")) ?? "").split(separator: "\n").map(String.init)
  }
}
