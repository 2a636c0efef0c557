import Console
import MessageBus
import Platform
import TestSupport
import Testing

@Suite struct ExecutablesTests {
  @Test(arguments: [
    ("load", true), ("tui2", true), ("a-b", true), ("", false), ("-x", false), ("../x", false), ("a/b", false), ("A", false),
    ("a b", false), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
  ]) func `plugin names are validated`(word: String, isCommandName: Bool) { #expect(Executables.isCommandName(word) == isCommandName) }

  @Test func `only executable files are found`() throws {
    let (first, second) = (try TemporaryDirectory(), try TemporaryDirectory())
    for (folder, name, mode) in [(first, "holocron-a", 0o600 as UInt32), (second, "holocron-a", 0o700), (second, "holocron-B", 0o700)] {
      try folder.write("#!/bin/sh\n", to: name)
      try FileSystem.setMode(mode, of: folder.file(name))
    }
    try Folder.create(first.file("holocron-folder"))
    let executables = Executables(folders: [first.path, "/nonexistent", second.path])
    #expect(executables.find("holocron-a") == second.file("holocron-a"))
    #expect(executables.find("holocron-folder") == nil)
    #expect(executables.commandNames() == ["a"])
  }

  @Test func `the own folder comes first and relative paths are ignored`() {
    let executables = Executables(environment: Environment(["PATH": "/a:.:b::/c"]))
    #expect(executables.folders == [ProductsDirectory.path, "/a", "/c"])
  }
}
