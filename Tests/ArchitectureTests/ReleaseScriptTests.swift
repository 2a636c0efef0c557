import FoundationEssentials
import Platform
import TestSupport
import Testing

/// Runs Scripts/release with fakes of the scripts that build and strip the executables.
struct ReleaseScriptTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["Scripts", "products", ".build/checkouts/swift-log"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.writeProgram(try ProjectFolder.text("Scripts/release"), to: "Scripts/release")
    try folder.writeProgram("#!/bin/sh\necho \(folder.path)/products\n", to: "Scripts/build")
    try folder.writeProgram(
      """
      #!/bin/sh -e
      [ "$3 $4" = "--at-most 150" ]
      mkdir -p "$1/bin" "$2/lib/debug"
      cp products/holocron "$1/bin"
      echo >"$2/lib/debug/holocron.debug"

      """, to: "Scripts/strip")
    try folder.writeProgram("#!/bin/sh\necho 'holocron 1.2.3 (libzmq 4.3.4)'\n", to: "products/holocron")
    for name in ["README.md", "LICENSE", "NOTICE", ".build/checkouts/swift-log/LICENSE.txt"] { try folder.write("\(name)\n", to: name) }
    try folder.write("# Changelog\n\n## 1.2.3 - 2026-01-02\n\n- Faster.\n\n## 1.2.2\n\n- Slower.\n", to: "CHANGELOG.md")
  }

  /// Returns the ended process.
  private func run(_ script: String, ends ending: RunningProcess.Ending = .exited(0)) async throws -> RunningProcess {
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", "cd \(folder.path) && \(script)"],
      environment: ["PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1700000000"])
    try await process.ends(ending)
    return process
  }

  @Test func `a release has the executables, their symbols and the licences`() async throws {
    let list = try await run(
      "Scripts/release dist >archive && tar -tf $(cat archive) | sed 's|^[^/]*/||' && tar -tf dist/*-debug.tar.gz | sed 's|^[^/]*/||'")
    let files = Set(list.output.split(separator: "\n").filter { !$0.hasSuffix("/") })
    #expect(
      files == [
        "CHANGELOG.md", "INSTALL", "LICENSE", "NOTICE", "README.md", "bin/holocron", "licences/swift-log-LICENSE.txt",
        "lib/debug/holocron.debug",
      ])
    #expect(try await run("cat dist/NOTES.md").output == "\n- Faster.\n")
    #expect(try await run("cd dist && sha256sum --check SHA256SUMS-*").output.split(separator: "\n").count == 2)
  }

  @Test func `the same executables give the same archives`() async throws {
    let difference = try await run(
      "Scripts/release one && touch -d '+1 hour' products/* README.md && Scripts/release two >/dev/null && cat one/SHA256SUMS-* >sums"
        + " && cd two && sha256sum --check ../sums")
    #expect(difference.output.contains(": OK"))
  }

  @Test func `the tag and CHANGELOG must name the version of the program`() async throws {
    _ = try await run("Scripts/release --tag v1.2.3 dist")
    let tagged = try await run("Scripts/release --tag v1.2.4 dist", ends: .exited(1))
    #expect(tagged.errors == "Scripts/release: the tag is v1.2.4, but the program is version 1.2.3\n")
    let undocumented = try await run("sed -i s/1.2.3/1.2.30/ CHANGELOG.md && Scripts/release dist", ends: .exited(1))
    #expect(undocumented.errors == "Scripts/release: CHANGELOG.md has no section '## 1.2.3'\n")
  }
}
