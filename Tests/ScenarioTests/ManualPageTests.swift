import Platform
import TestSupport
import Testing

/// The manual pages and completions that `Scripts/shared-files` makes from the help of the programs of this build.
@Suite struct ManualPageTests {
  private static func written() async throws -> (sandbox: Sandbox, files: [String]) {
    let sandbox = try Sandbox()
    let script = try await RunningProcess.start(
      "/bin/bash", [ProjectFolder.path("Scripts/shared-files"), ProductsDirectory.path, sandbox.directory.path],
      environment: sandbox.environment)
    try await script.ends(.exited(0))
    return (sandbox, script.output.split(separator: "\n").map(String.init))
  }

  @Test func `each program and each command has a page with its options`() async throws {
    let (sandbox, files) = try await Self.written()
    let commands = try await sandbox.run("holocron", arguments: ["completion", "words", "--", ""]).output.split(separator: "\n")
    let names = commands.compactMap { $0.split(separator: "\t").first }.filter { !$0.hasPrefix("-") }
    #expect(names.count > 20)
    for name in ["show", "cache", "logs"] { #expect(names.contains { $0 == name } && files.contains("share/man/man1/holocron-\(name).1")) }
    for name in ["broker", "cache", "fetcher", "node", "origin", "search", "supervisor"] {
      #expect(files.contains("share/man/man8/holocron-\(name).8"))
    }
    #expect(files.contains("share/man/man1/holocron.1") && files.contains("share/man/man1/holocron-tui.1"))
    let show = try #require(Files.text(sandbox.directory.file("share/man/man1/holocron-show.1")))
    #expect(show.contains(".SH NAME\nholocron\\-show \\- Show one record, by reference or by name\n.SH SYNOPSIS\n"))
    #expect(show.contains(".TP\n\\fB\\-\\-dialect NAME\\fR\nWith \\-\\-wire, print records as servers of this dialect do: "))
    let cache = try #require(Files.text(sandbox.directory.file("share/man/man8/holocron-cache.8")))
    #expect(cache.contains(".TH \"HOLOCRON-CACHE\" 8") && cache.contains(".TP\n\\fB\\-\\-store FILE|memory|url\\fR\n"))
    #expect(cache.contains(".SH SYNOPSIS\n\\fBholocron\\-cache [OPTIONS]\\fR\n.SH DESCRIPTION\n"))
    let main = try #require(Files.text(sandbox.directory.file("share/man/man1/holocron.1")))
    #expect(main.contains("\\fB5\\fR\nno answer available") && !main.contains("FOUND ON PATH"))
    #expect(main.contains(".SH ENVIRONMENT\n.TP\n\\fBHOLOCRON_BUS\\fR\nConnect to the bus at this endpoint, as with \\-\\-bus\n"))
    #expect(main.contains(".SH FILES\n.TP\n\\fB\\(ti/.config/holocron/config.json\\fR\nYour configuration\n"))
  }

  @Test(.enabled("needs groff") { FileSystem.isExecutable("/usr/bin/groff") }) func `groff formats all pages without a warning`()
    async throws
  {
    let (sandbox, files) = try await Self.written()
    let pages = files.filter { $0.contains("/man/") }.map { sandbox.directory.file($0) }
    #expect(pages.count > 30)
    let groff = try await RunningProcess.start(
      "/usr/bin/groff", ["-man", "-Kutf8", "-Tutf8", "-ww", "-z"] + pages, environment: sandbox.environment, keeping: sandbox.directory)
    try await groff.ends(.exited(0))
    #expect(groff.errors == "")
  }
}
