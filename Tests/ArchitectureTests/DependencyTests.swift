import Testing

/// Modules/README.md, Package.swift and the sources say the same.
struct DependencyTests {
  let manifest: Manifest
  let table: ModuleTable

  init() throws {
    manifest = Manifest(try Project.text("Package.swift"))
    table = ModuleTable(try Project.text("Modules/README.md"))
  }

  @Test func thereIsSomethingToCheck() {
    #expect(manifest.modules.count > 10)
    #expect(manifest["Cache"]?.packages.contains("GRDB.swift") == true)
    #expect(manifest["Contracts"]?.targets.contains("Models") == true)
  }

  @Test func everyModuleHasItsFolderItsTargetAndItsRow() throws {
    let folders = try Project.entries("Modules").filter { Project.isFolder("Modules/\($0)") }.sorted()
    #expect(manifest.modules.map(\.name).sorted() == folders)
    #expect(table.rows.map(\.module).sorted() == folders)
    #expect(table.rows.allSatisfy { $0.purpose.count > 10 })
  }

  @Test func everyAppAndTestHasItsFolder() throws {
    let apps = try Project.entries("Apps").filter { Project.isFolder("Apps/\($0)") }.sorted()
    #expect(manifest.targets.filter { $0.kind == .app }.map(\.name).sorted() == apps)
    let tests = try Project.entries("Tests").filter { Project.isFolder("Tests/\($0)") }.sorted()
    #expect(manifest.targets.filter { $0.kind == .tests }.map(\.name).sorted() == tests)
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
      let folder = target.kind == .module ? "Modules" : target.kind == .app ? "Apps" : "Tests"
      for file in try Project.sources("\(folder)/\(target.name)") {
        let extra = file.imports.intersection(modules).subtracting(target.targets)
        #expect(extra.isEmpty, "\(file.path) imports \(extra.sorted()), on which its target does not depend")
      }
    }
  }

  /// They meet on the bus.
  @Test func theLayersOfTheBusDoNotKnowOneAnother() {
    let apart: Set = ["Networking", "Cache", "Search", "Presentation", "Origin"]
    for name in apart {
      #expect(manifest.closure(of: name).targets.isDisjoint(with: apart), "\(name) knows another of \(apart.sorted())")
    }
  }

  @Test(arguments: ["holocron", "holocron-tui"]) func frontEndsAreThin(name: String) {
    let heavy: Set = ["async-http-client", "GRDB.swift", "hummingbird", "swift-nio"]
    #expect(manifest.closure(of: name).packages.isDisjoint(with: heavy))
  }

  @Test(arguments: ["OrderedJSON", "Models", "MessageBus", "Contracts", "Dialects", "Catalogue", "Presentation"])
  func lightModulesDoWithoutFoundation(name: String) throws {
    for file in try Project.sources("Modules/\(name)") {
      #expect(
        !file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path) imports Foundation, which costs every start milliseconds")
    }
  }

  @Test func theCommandLineDoesWithoutFoundation() throws {
    for file in try Project.sources("Apps/holocron") {
      #expect(
        !file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path) imports Foundation, which costs every start milliseconds")
    }
  }
}
