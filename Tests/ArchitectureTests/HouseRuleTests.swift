import Platform
import TestSupport
import Testing

/// Rules for every file of the project.
struct HouseRuleTests {
  /// Checks files tracked by git; others are the developer's own.
  @Test(.enabled(if: ProjectFolder.isFolder(".git"), "not a git clone")) func `the repository has no unexpected files at the top level`()
    async throws
  {
    let allowed: Set<Substring> = [
      ".ci", ".editorconfig", ".github", ".gitignore", ".spi.yml", ".swift-format", "Apps", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
      "Modules",
      "NOTICE", "Package.resolved", "Package.swift", "README.md", "SECURITY.md", "Scripts", "Tests",
    ]
    // In a container the checkout may belong to another user, which git refuses otherwise.
    let git = try await RunningProcess.start(
      "/usr/bin/env", ["git", "-c", "safe.directory=\(ProjectFolder.root)", "-C", ProjectFolder.root, "ls-files"],
      environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
    try #require(try await git.ending() == .exited(0))
    let entries = Set(git.output.split(separator: "\n").compactMap { $0.split(separator: "/").first })
    #expect(entries.subtracting(allowed).isEmpty)
  }

  /// Skips paths of droids, the example of a new kind. Those of the walk through one request are relative to `Modules`.
  @Test(arguments: [("README.md", ""), ("CONTRIBUTING.md", ""), ("Modules/README.md", "Modules/")])
  func `the paths that a document names exist`(document: String, folder: String) throws {
    let path =
      folder.isEmpty
      ? /(?:`|\]\()((?:Modules|Apps|Tests|Scripts)\/[A-Za-z0-9_+.\/-]+)/
      : /`((?:Bus|Domain|FrontEnds|Hosting|Measurement|Platform|Workers)\/[A-Za-z0-9+.\/-]+)`/
    let named = try ProjectFolder.text(document).matches(of: path).map { String($0.1) }.filter { !$0.lowercased().contains("droid") }
    #expect(named.count > 3)
    for path in named { #expect(ProjectFolder.exists(folder + path), "\(document) names \(path)") }
  }

  @Test func `the changelog describes the version of the programs`() throws {
    let number = try ProjectFolder.text("Modules/Platform/Platform/Processes/Version.swift").firstMatch(of: /number = "([0-9.]+)"/)?.1
    let version = try #require(number)
    let headings = try ProjectFolder.text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings.contains { $0 == "## \(version)" || $0.hasPrefix("## \(version) ") }, "CHANGELOG.md has no section for \(version)")
  }

  /// A folder says that its files belong together. Folders of groups and targets, and those that a tool expects, may have one file.
  @Test(arguments: ["Modules", "Tests"]) func `a folder has more than one file`(folder: String) throws {
    let targets = Set(Manifest(try ProjectFolder.text("Package.swift")).targets.map(\.folder))
    let groups = Set(targets.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    func check(_ folder: String) throws {
      let isRequired = groups.contains(folder) || targets.contains(folder) || folder.hasSuffix(".docc") || folder.hasSuffix("/include")
      let count = try ProjectFolder.names(in: folder).count
      #expect(isRequired || count > 1, "\(folder) has one file; move it up")
      for name in try ProjectFolder.folders(in: folder) { try check("\(folder)/\(name)") }
    }
    try check(folder)
  }

  /// The table of a language has a line for each text.
  @Test(arguments: [("Modules", 400), ("Apps", 100), ("Tests", 400)]) func `a file is short`(folder: String, limit: Int) throws {
    for file in try SourceFile.all(in: folder) where !file.path.contains("/Localization/Languages/") {
      #expect(file.lines.count <= limit + 1, "\(file.path) has \(file.lines.count - 1) lines; split it")
    }
  }

  @Test func `the module Platform does not name the application`() throws {
    for file in try SourceFile.all(in: "Modules/Platform") {
      #expect(!file.lines.contains { $0.lowercased().contains("holocron") }, "\(file.path) names the application")
    }
  }

  /// Calls to the operating system belong in the module Platform. These files call the C library for a task of their own, most of them because
  /// a call through a module would cost time or nothing else would use it.
  private static let filesWithCCalls: Set<String> = [
    // eventfd, connect and SO_PEERCRED, beside libzmq.
    "Modules/Bus/MessageBus/Sockets/EndpointOwnership.swift", "Modules/Bus/MessageBus/Endpoint.swift",
    "Modules/Bus/MessageBus/Sockets/Mailbox.swift",
    // memchr, for each message.
    "Modules/Bus/MessageBus/Wire/Fields.swift",
    // pow, log10; exp and log with their variants for numbers close to 0
    "Modules/FrontEnds/Presentation/Styling/TerminalBackground.swift", "Modules/Measurement/LoadTesting/Pages/Scale.swift",
    "Modules/Measurement/LoadTesting/Workload/KeyOrder.swift", "Modules/Workers/Origin/Faults/Latency.swift",
    // fnmatch
    "Modules/Workers/Origin/Faults/FaultRule.swift",
    // Faults that programs avoid, for tests.
    "Modules/Measurement/TestSupport/DescriptorLimit.swift", "Modules/Measurement/TestSupport/Files.swift",
    "Modules/Measurement/TestSupport/SilentServer.swift",
    "Modules/Measurement/TestSupport/TemporaryDirectory.swift",
    // Raw sockets.
    "Tests/Bus/MessageBusTests/EndpointOwnershipTests.swift", "Tests/Bus/MessageBusTests/SilentBrokerTests.swift",
    // mkfifo
    "Tests/Bus/MessageBusTests/KeyFolderTests.swift",
  ]

  @Test func `only Platform and a few other files import the C library`() throws {
    let libraries: Set = ["Glibc", "Musl", "Darwin"]
    let files = try ["Modules", "Apps", "Tests"].flatMap(SourceFile.all).filter { !$0.imports.isDisjoint(with: libraries) }
    let outside = files.map(\.path).filter { !$0.hasPrefix("Modules/Platform/") }
    #expect(files.count > outside.count)
    #expect(Set(outside) == Self.filesWithCCalls)
  }

  /// The compiler does not check these claims, so each has a comment for the reader.
  @Test(arguments: ["Modules", "Apps", "Tests"]) func `every unchecked claim has a comment with its reason`(folder: String) throws {
    let claims = ["@unchecked " + "Sendable", "nonisolated" + "(unsafe)"]
    for file in try SourceFile.all(in: folder) {
      for (number, line) in file.lines.enumerated() where claims.contains(where: line.contains) {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { continue }
        let above = number > 0 ? file.lines[number - 1].drop { $0 == " " } : ""
        #expect(above.hasPrefix("//") || code.contains(" // "), "\(file.path):\(number + 1) needs a comment with its reason")
      }
    }
  }

  @Test(arguments: ["Modules", "Apps"]) func `no source file contains a trap`(folder: String) throws {
    let traps = ["fatal" + "Error(", "try" + "!", "precondition" + "Failure("]
    for file in try SourceFile.all(in: folder) {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(!traps.contains(where: line.contains), "\(file.path):\(number + 1) can end the process")
      }
    }
  }
}
