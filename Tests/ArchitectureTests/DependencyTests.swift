import TestSupport
import Testing

/// Modules/README.md, Package.swift and the sources say the same.
struct DependencyTests {
  let manifest: Manifest
  let table: ModuleTable

  init() throws {
    manifest = Manifest(try ProjectFolder.text("Package.swift"))
    table = ModuleTable(try ProjectFolder.text("Modules/README.md"))
  }

  @Test func thereIsSomethingToCheck() {
    #expect(manifest.modules.count > 10)
    #expect(manifest["Cache"]?.packages.contains("GRDB.swift") == true)
    #expect(manifest["Contracts"]?.targets.contains("Models") == true)
  }

  @Test func everyModuleHasItsFolderItsTargetAndItsRow() throws {
    let groups = try ProjectFolder.folders(in: "Modules")
    #expect(table.rows.map(\.group).reduce(into: Set()) { $0.insert($1) } == Set(groups))
    let folders = try groups.flatMap { group in try ProjectFolder.folders(in: "Modules/\(group)").map { "Modules/\(group)/\($0)" } }
    #expect(manifest.modules.map(\.folder).sorted() == folders.sorted())
    #expect(table.rows.map(\.folder).sorted() == folders.sorted())
    #expect(table.rows.allSatisfy { $0.purpose.count > 10 })
  }

  @Test func everyAppAndTestHasItsFolder() throws {
    #expect(manifest.targets.filter { $0.kind == .app }.map(\.name).sorted() == (try ProjectFolder.folders(in: "Apps")))
    let groups = Set(table.rows.map(\.group))
    let tests = try ProjectFolder.folders(in: "Tests").flatMap { name in
      groups.contains(name) ? try ProjectFolder.folders(in: "Tests/\(name)").map { "Tests/\(name)/\($0)" } : ["Tests/\(name)"]
    }
    #expect(manifest.targets.filter { $0.kind == .tests }.map(\.folder).sorted() == tests.sorted())
  }

  /// `Modules/Bus/MessageBus` is tested in `Tests/Bus/MessageBusTests`.
  @Test func `tests stand where their module stands`() {
    for test in manifest.targets where test.kind == .tests {
      guard let module = manifest[String(test.name.dropLast("Tests".count))] else { continue }
      #expect(test.folder == module.folder.replacing("Modules/", with: "Tests/", maxReplacements: 1) + "Tests")
    }
  }

  @Test func rowsPointDownwards() {
    for (index, row) in table.rows.enumerated() {
      let below = Set(table.rows[(index + 1)...].map(\.module))
      #expect(row.mayImport.isSubset(of: below), "\(row.module) may import only rows below its own")
    }
  }

  @Test func targetsDependOnNothingElse() {
    for module in manifest.modules {
      let extra = module.targets.subtracting(table.closure(of: module.name))
      #expect(extra.isEmpty, "\(module.name) depends on \(extra.sorted()), which its row in Modules/README.md does not allow")
      #expect(
        module.packages == table[module.name]?.packages, "the packages of \(module.name) in Modules/README.md and Package.swift differ")
    }
  }

  /// SwiftPM lets a target import what it only depends on through others; Package.swift would not tell the truth then.
  @Test func sourcesImportOnlyWhatTheirTargetDependsOn() throws {
    let modules = Set(manifest.modules.map(\.name))
    for target in manifest.targets where target.kind != .system && target.kind != .target {
      for file in try SourceFile.all(in: target.folder) {
        let extra = file.imports.intersection(modules).subtracting(target.targets)
        #expect(extra.isEmpty, "\(file.path) imports \(extra.sorted()), on which its target does not depend")
      }
    }
  }

  /// They meet on the bus.
  @Test func theLayersOfTheBusDoNotKnowOneAnother() {
    let apart: Set = ["Networking", "Cache", "Search", "Client", "Origin"]
    for name in apart {
      #expect(manifest.closure(of: name).targets.isDisjoint(with: apart), "\(name) knows another of \(apart.sorted())")
    }
  }

  @Test(arguments: ["holocron", "holocron-tui"]) func frontEndsAreThin(name: String) {
    let heavy: Set = ["async-http-client", "GRDB.swift", "hummingbird", "swift-nio"]
    #expect(manifest.closure(of: name).packages.isDisjoint(with: heavy))
  }

  @Test(arguments: [
    "OrderedJSON", "Models", "MessageBus", "Contracts", "Dialects", "Catalogue", "Client", "Launch", "TerminalText", "Localization",
    "Presentation",
    "Explorer", "CommandLine",
  ])
  func lightModulesDoWithoutFoundation(name: String) throws {
    for file in try SourceFile.all(in: try #require(manifest[name]).folder) {
      #expect(
        !file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path) imports Foundation, which costs every start milliseconds")
    }
  }

  /// A service that is started needs no screen, and the catalogue inside a program no document.
  @Test(arguments: ["Launch", "Embedded", "Client"]) func `asking needs no screen`(name: String) {
    let screens: Set = ["TerminalText", "Localization", "Presentation", "Explorer", "TerminalUI"]
    #expect(manifest.closure(of: name).targets.isDisjoint(with: screens))
  }
}
