import Platform
import TestSupport
import Testing

@testable import Hosting

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

  @Test func `an executable with another name lists the names that it can have`() async throws {
    let folder = try TemporaryDirectory()
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron-broker"), folder.file("bus")])
    try await copying.ends(.exited(0))
    let process = try await RunningProcess.start(folder.file("bus"))
    try await process.ends(.exited(2))
    #expect(process.errors.hasPrefix("\(folder.file("bus")): this program must have one of the names holocron-node, holocron-supervisor, "))
  }
}
