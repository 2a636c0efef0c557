import Platform
import TestSupport
import Testing

/// A scenario with a runtime folder that belongs to another user, with a broker and a worker in it.
struct OtherUserTests {
  @Test(.enabled(if: User.effective == 0, "only root can change the owner of a folder"))
  func `front-ends and workers refuse another user's runtime folder and name it`() async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.fetcher(), try await holocron.cache()]
    let folder = holocron.sandbox.runtimeFolder
    #expect(try await holocron.run("show", "people/1").code == 0)
    try Files.changeOwner(of: folder, to: 65_534)
    let refusal = "the folder \(folder) belongs to user 65534, not to you"
    for arguments in [["show", "people/1", "--no-autostart"], ["show", "people/1"], ["search", "luke"]] {
      let process = try await holocron.sandbox.start("holocron", arguments: arguments)
      process.closeInput()
      try await process.ends(.exited(5))
      #expect(process.output.isEmpty)
      #expect(process.errors.contains(refusal), "\(arguments): \(process.errors)")
    }
    for program in ["holocron-cache", "holocron-fetcher", "holocron-search"] {
      let worker = try await holocron.sandbox.run(program)
      #expect(worker.ending == .exited(5))
      #expect(worker.errors.contains(refusal), "\(program): \(worker.errors)")
    }
    try Files.changeOwner(of: folder, to: User.effective)
    #expect(try await holocron.run("show", "people/1").code == 0)
    withExtendedLifetime(processes) {}
  }
}
