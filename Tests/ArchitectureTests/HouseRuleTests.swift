import TestSupport
import Testing

/// What every file of the project keeps to.
struct HouseRuleTests {
  /// What git keeps; anything else is the developer's own.
  @Test(.enabled(if: ProjectFolder.isFolder(".git"), "not a git clone")) func theTopLevelHoldsWhatTheDesignNames() async throws {
    let allowed: Set<Substring> = [
      ".ci", ".editorconfig", ".github", ".gitignore", ".swift-format", "Apps", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Modules",
      "NOTICE", "Package.resolved", "Package.swift", "README.md", "SECURITY.md", "Scripts", "Tests",
    ]
    let git = try await RunningProcess.start(
      "/usr/bin/env", ["git", "-C", ProjectFolder.root, "ls-files"], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
    try #require(try await git.ending() == .exited(0))
    let entries = Set(git.output.split(separator: "\n").compactMap { $0.split(separator: "/").first })
    #expect(entries.subtracting(allowed).isEmpty)
  }

  /// Droids are the example of a kind that is not there yet.
  @Test(arguments: ["README.md", "CONTRIBUTING.md"]) func `the paths that a document names exist`(document: String) throws {
    let path = /(?:`|\]\()((?:Modules|Apps|Tests|Scripts)\/[A-Za-z0-9+.\/-]+)/
    let named = try ProjectFolder.text(document).matches(of: path).map { String($0.1) }.filter { !$0.lowercased().contains("droid") }
    #expect(named.count > 5)
    for path in named { #expect(ProjectFolder.exists(path), "\(document) names \(path)") }
  }

  @Test(arguments: ["Modules", "Apps", "Tests"]) func filesAreShort(folder: String) throws {
    for file in try SourceFile.all(in: folder) {
      #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count - 1) lines; is there a seam?")
    }
  }

  @Test func appsParseAndWireAndNothingMore() throws {
    for file in try SourceFile.all(in: "Apps") {
      #expect(file.lines.count <= 101, "\(file.path) has \(file.lines.count - 1) lines; what else it does belongs into a module")
    }
  }

  /// The compiler takes these on trust: the reader must not have to.
  @Test(arguments: ["Modules", "Apps", "Tests"]) func whatTheCompilerCannotCheckSaysWhyItIsTrue(folder: String) throws {
    let claims = ["@unchecked " + "Sendable", "nonisolated" + "(unsafe)"]
    for file in try SourceFile.all(in: folder) {
      for (number, line) in file.lines.enumerated() where claims.contains(where: line.contains) {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { continue }
        let above = number > 0 ? file.lines[number - 1].drop { $0 == " " } : ""
        #expect(above.hasPrefix("//") || code.contains(" // "), "\(file.path):\(number + 1) needs a comment that says what makes it true")
      }
    }
  }

  @Test(arguments: ["Modules", "Apps"]) func inputNeverTraps(folder: String) throws {
    let traps = ["fatal" + "Error(", "try" + "!", "precondition" + "Failure("]
    for file in try SourceFile.all(in: folder) {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(!traps.contains(where: line.contains), "\(file.path):\(number + 1) ends the process")
      }
    }
  }
}
