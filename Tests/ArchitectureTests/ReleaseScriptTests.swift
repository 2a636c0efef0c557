import FoundationEssentials
import Platform
import TestSupport
import Testing

/// Runs Scripts/release with fakes of the compiler and of the scripts that build and strip the executables.
struct ReleaseScriptTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let source = ".build/checkouts/swift-nio/Sources/CHash"
    for name in ["Scripts/licences", "products", "bin", "share/swift", ".build/checkouts/swift-log/Tests", source] {
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
    try folder.writeProgram(
      """
      #!/bin/sh -e
      [ -e "$1/holocron" ]
      mkdir -p "$2/share/man/man1" "$2/share/fish/vendor_completions.d"
      echo page >"$2/share/man/man1/holocron.1"
      echo completions >"$2/share/fish/vendor_completions.d/holocron.fish"
      echo share/man/man1/holocron.1

      """, to: "Scripts/shared-files")
    try folder.writeProgram("#!/bin/sh\necho 'holocron 1.2.3 (libzmq 4.3.4)'\n", to: "products/holocron")
    try folder.writeProgram("#!/bin/sh\necho '  \"runtimeResourcePath\": \"\(folder.path)/lib/swift\"'\n", to: "bin/swift")
    let licences = ["swift-log/LICENSE.txt", "swift-log/Tests/LICENSE", "swift-nio/Sources/CHash/LICENSE"].map { ".build/checkouts/\($0)" }
    for name in ["README.md", "LICENSE", "NOTICE", "Scripts/licences/ICU.txt", "share/swift/LICENSE.txt"] + licences {
      try folder.write("\(name)\n", to: name)
    }
    try folder.write("/* Copyright A. Hasher */\n\nint hash(void);\n", to: "\(source)/hash.h")
    try folder.write("/* Copyright A. Hasher */\n#include \"hash.h\"\n/* Copyright nobody */\n", to: "\(source)/hash.c")
    try folder.write("// This source file is part of NIO. Copyright NIO\nint nio(void);\n", to: "\(source)/nio.h")
    try folder.write("# Changelog\n\n## 1.2.3 - 2026-01-02\n\n- Faster.\n\n## 1.2.2\n\n- Slower.\n", to: "CHANGELOG.md")
  }

  /// Returns the ended process.
  private func run(_ script: String, ends ending: RunningProcess.Ending = .exited(0)) async throws -> RunningProcess {
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", "cd \(folder.path) && \(script)"],
      environment: ["PATH": "\(folder.file("bin")):/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1700000000"])
    try await process.ends(ending)
    return process
  }

  @Test func `a release has the executables, their manual pages, completions and symbols, and the licences`() async throws {
    let list = try await run(
      "Scripts/release dist >archive && tar -tf $(cat archive) | sed 's|^[^/]*/||' && tar -tf dist/*-debug.tar.gz | sed 's|^[^/]*/||'")
    let files = Set(list.output.split(separator: "\n").filter { !$0.hasSuffix("/") })
    #expect(
      files == [
        "CHANGELOG.md", "INSTALL", "LICENSE", "NOTICE", "README.md", "bin/holocron", "lib/debug/holocron.debug",
        "licences/ICU-LICENSE.txt", "licences/swift-LICENSE.txt", "licences/swift-log-LICENSE.txt", "licences/swift-nio-SOURCES.txt",
        "licences/swift-nio-Sources-CHash-LICENSE", "share/fish/vendor_completions.d/holocron.fish", "share/man/man1/holocron.1",
      ])
    #expect(try await run("cat dist/NOTES.md").output == "\n- Faster.\n")
    #expect(try await run("cd dist && sha256sum --check SHA256SUMS-*").output.split(separator: "\n").count == 2)
  }

  @Test func `the notices of copied sources are listed once, and the needed C library is named`() async throws {
    let unpacked = try await run("tar -xf $(Scripts/release dist) && cat holocron-*/licences/swift-nio-SOURCES.txt")
    #expect(unpacked.output == "/* Copyright A. Hasher */\n\n")
    let library = try await run("getconf GNU_LIBC_VERSION").output.dropFirst("glibc ".count).dropLast()
    #expect(try await run("cat holocron-*/INSTALL").output.contains("glibc \(library) or later"))
  }

  @Test func `a release without the licence of the Swift runtime fails`() async throws {
    let failed = try await run("rm share/swift/LICENSE.txt && Scripts/release dist", ends: .exited(1))
    #expect(failed.errors == "Scripts/release: the Swift toolchain has no licence at '\(folder.path)/share/swift/LICENSE.txt'\n")
  }

  @Test func `NOTICE names every package`() throws {
    let notice = try ProjectFolder.text("NOTICE")
    let named = try ProjectFolder.text("Package.swift").matches(of: /\.package\(url: "[^"]*\/([^"\/]+)"/).map { String($0.1) }
    let resolved = try? ProjectFolder.text("Package.resolved").matches(of: /"identity" : "([^"]+)"/).map { String($0.1) }
    #expect(named.count > 10)
    // Scripts/docs uses the plugin, and the tests of Hummingbird an HTTP client; no executable contains them.
    for package in Set(named + (resolved ?? [])).subtracting(["swift-docc-plugin", "swift-docc-symbolkit", "async-http-client"]) {
      #expect(notice.lowercased().contains(package.lowercased()), "NOTICE does not name \(package)")
    }
  }

  @Test func `a release is tested before it is packed`() throws {
    let workflow = try ProjectFolder.text(".github/workflows/release.yml")
    let tests = try #require(workflow.firstRange(of: "run: .ci/run"))
    let packing = try #require(workflow.firstRange(of: "run: Scripts/release"))
    #expect(tests.upperBound < packing.lowerBound)
  }

  @Test func `the same executables give the same archives`() async throws {
    let difference = try await run(
      "Scripts/release one && touch -d '+1 hour' products/* README.md && Scripts/release two >/dev/null && cat one/SHA256SUMS-* >sums"
        + " && cd two && sha256sum --check ../sums")
    #expect(difference.output.contains(": OK"))
  }

  @Test func `a release without a commit needs the time of its files`() async throws {
    let failed = try await run("unset SOURCE_DATE_EPOCH && Scripts/release dist", ends: .exited(1))
    #expect(failed.errors.hasSuffix("build from a git clone, or set SOURCE_DATE_EPOCH to seconds since 1970\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("dist")))
  }

  @Test func `the time of the files must be a number`() async throws {
    let failed = try await run("SOURCE_DATE_EPOCH=yesterday Scripts/release dist", ends: .exited(1))
    #expect(failed.errors == "Scripts/release: SOURCE_DATE_EPOCH must be seconds since 1970, not 'yesterday'\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("dist")))
  }

  @Test(arguments: ["''", "one two"]) func `a release is written to one folder`(folders: String) async throws {
    let failed = try await run("Scripts/release \(folders)", ends: .exited(2))
    #expect(failed.errors.hasSuffix("; see Scripts/release --help\n"))
  }

  @Test func `the tag and CHANGELOG must name the version of the program`() async throws {
    _ = try await run("Scripts/release --tag v1.2.3 dist")
    let tagged = try await run("Scripts/release --tag v1.2.4 dist", ends: .exited(1))
    #expect(tagged.errors == "Scripts/release: the tag is v1.2.4, but the program is version 1.2.3\n")
    let undocumented = try await run("sed -i s/1.2.3/1.2.30/ CHANGELOG.md && Scripts/release dist", ends: .exited(1))
    #expect(undocumented.errors == "Scripts/release: CHANGELOG.md has no section '## 1.2.3'\n")
  }
}
