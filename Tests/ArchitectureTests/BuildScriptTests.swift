import FoundationEssentials
import Platform
import TestSupport
import Testing

/// Runs scripts that build, in a folder whose name has a space. The compiler is a fake that writes Package.resolved during the first build, as
/// SwiftPM does, and each executable is a script that prints its arguments.
struct BuildScriptTests {
  private let folder: TemporaryDirectory
  /// The checkout.
  private let root: String

  init() throws {
    folder = try TemporaryDirectory()
    root = folder.file("a checkout")
    for name in ["Scripts", "Modules", "Apps", "bin"] {
      try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["Package.swift", "Modules/A.swift", "Apps/B.swift"] { try folder.write("", to: "a checkout/\(name)") }
    for name in ["build", "start", "install", "shared-files"] {
      try folder.writeProgram(try ProjectFolder.text("Scripts/\(name)"), to: "a checkout/Scripts/\(name)")
    }
    try folder.writeProgram("#!/bin/sh\n", to: "a checkout/Scripts/setup")
    try folder.writeProgram(
      """
      #!/bin/sh -e
      "$(dirname "$0")/build" --list >names
      mkdir -p "$1/bin" "$1/lib/debug"
      while read -r line; do
        for name in $line; do
          printf '#!/bin/sh\necho "Program"\n' >"$1/bin/$name"
          chmod +x "$1/bin/$name"
        done
        echo >"$1/lib/debug/${line%% *}.debug"
      done <names

      """, to: "a checkout/Scripts/strip")
    try folder.writeProgram(
      """
      #!/bin/sh
      echo built >>journal
      mkdir -p .build/release
      for name in holocron holocron-tui holocron-node holocron-supervisor holocron-origin; do
        rm -f .build/release/$name
        printf '#!/bin/sh\\n[ "$*" != "help bogus" ] || exit 2\\necho %s "$@"\\n' $name >.build/release/$name
        chmod +x .build/release/$name
      done
      [ -e Package.resolved ] || echo 1 >Package.resolved
      touch -d '+1 minute' Package.resolved

      """, to: "a checkout/bin/swift")
  }

  /// Returns the ended process.
  private func run(_ commands: String) async throws -> RunningProcess {
    let shell = try await RunningProcess.start(
      "/bin/sh", ["-e", "-c", "cd '\(root)'\n\(commands)"], environment: ["PATH": "\(root)/bin:/usr/bin:/bin", "HOME": folder.path])
    try await shell.ends(.exited(0))
    return shell
  }

  /// The number of builds so far.
  private var builds: Int { (Files.text("\(root)/journal") ?? "").split(separator: "\n").count }

  /// Returns the number of builds after a change and another call of the script.
  private func builds(after change: String = ":") async throws -> Int {
    let script = try await run("\(change)\nScripts/build")
    #expect(script.output == "\(root)/.build/release\n")
    _ = try await run("cd .build/release && [ holocron-node -ef holocron-search ] && [ ! holocron-node -ef holocron ]")
    return builds
  }

  @Test func `a second build without changes compiles nothing`() async throws {
    #expect(try await builds() == 1)
    #expect(try await builds() == 1)
    #expect(try await builds(after: "touch Package.resolved") == 1)
    #expect(try await builds(after: "echo 2 >Package.resolved") == 2)
    #expect(try await builds() == 2)
    #expect(try await builds(after: "rm Package.resolved") == 3)
    #expect(try await builds(after: "touch -d '+1 minute' Modules/A.swift") == 4)
    #expect(try await builds(after: "touch -d '2000-01-01' Modules/A.swift Modules") == 4)
    #expect(try await builds(after: "touch -d '+1 minute' Apps") == 5)
  }

  @Test(arguments: ["release", "release/holocron", "release/holocron-search"])
  func `a missing executable is built again`(path: String) async throws {
    #expect(try await builds() == 1)
    #expect(try await builds(after: "rm -r .build/\(path)") == 2)
    #expect(try await builds() == 2)
  }

  @Test func `an exported CDPATH does not mislead a script`() async throws {
    #expect(try await run("export CDPATH=.\nScripts/build").output == "\(root)/.build/release\n")
  }

  @Test func `a build leaves no temporary files behind`() async throws {
    _ = try await run("Scripts/build")
    #expect(try await run("ls -A .build").output == "release\nrelease.resolved\nrelease.stamp\n")
  }

  @Test func `the first start in a fresh clone builds once, and later ones do not build`() async throws {
    let first = try await run("Scripts/start show 'leia organa'")
    #expect(first.output == "holocron show leia organa\n")
    #expect(first.errors.contains("holocron up\n"))
    #expect(try await run("Scripts/start").output == "holocron films\n")
    let down = try await run("Scripts/start down")
    #expect(down.output == "holocron down\n" && !down.errors.contains("holocron up"))
    #expect(builds == 1)
  }

  @Test(arguments: ["--version", "help show", "version", "config show", "schema", "completion bash", "up --caches 3", "bogus"])
  func `a start runs a command that needs no processes, and starts none`(arguments: String) async throws {
    let script = try await run("Scripts/start \(arguments)")
    #expect(script.output == "holocron \(arguments)\n")
    #expect(!script.errors.contains("holocron up"))
  }

  @Test func `uninstalling removes what was installed and nothing else`() async throws {
    let installing = try await run("Scripts/install\nls -A \"$HOME/.local/bin\"")
    #expect(installing.output.split(separator: "\n").contains("holocron-cache"))
    let shared = try await run("cd \"$HOME/.local/share\"\nfind . -type f | sort").output.split(separator: "\n")
    #expect(shared.contains("./man/man1/holocron.1") && shared.contains("./man/man8/holocron-cache.8"))
    #expect(shared.contains("./zsh/site-functions/_holocron"))
    let removing = try await run(
      "touch \"$HOME/.local/bin/holocron-of-a-friend\" \"$HOME/.local/share/man/man1/holocron-of-a-friend.1\"\nScripts/install --uninstall\nls -A \"$HOME/.local/bin\" \"$HOME/.local/lib/debug\""
    )
    #expect(removing.output == "\(folder.path)/.local/bin:\nholocron-of-a-friend\n\n\(folder.path)/.local/lib/debug:\n")
    #expect(removing.errors.contains("bin/holocron-cache") && removing.errors.contains("lib/debug/holocron-node.debug"))
    #expect(try await run("find \"$HOME/.local/share\" -type f").output == "\(folder.path)/.local/share/man/man1/holocron-of-a-friend.1\n")
    #expect(try await run("Scripts/install --uninstall").errors == "Removed from \(folder.path)/.local: nothing\n")
  }
}
