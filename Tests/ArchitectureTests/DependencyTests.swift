import Platform
import TestSupport
import Testing

/// Checks that Modules/README.md, Package.swift and the sources agree.
struct DependencyTests {
  let manifest: Manifest
  let table: ModuleTable

  init() throws {
    manifest = Manifest(try ProjectFolder.text("Package.swift"))
    table = ModuleTable(try ProjectFolder.text("Modules/README.md"))
  }

  @Test func `the manifest is parsed`() {
    #expect(manifest.modules.count > 10)
    #expect(manifest["Cache"]?.packages.contains("swift-log") == true)
    #expect(manifest["Contracts"]?.targets.contains("Models") == true)
  }

  @Test func `every module has a folder, a target and a row in the table`() throws {
    let groups = try ProjectFolder.folders(in: "Modules")
    #expect(table.rows.map(\.group).reduce(into: Set()) { $0.insert($1) } == Set(groups))
    let folders = try groups.flatMap { group in try ProjectFolder.folders(in: "Modules/\(group)").map { "Modules/\(group)/\($0)" } }
    #expect(manifest.modules.map(\.folder).sorted() == folders.sorted())
    #expect(table.rows.map(\.folder).sorted() == folders.sorted())
    #expect(table.rows.allSatisfy { $0.purpose.count > 10 })
  }

  @Test func `every app and test target has a folder`() throws {
    #expect(manifest.targets.filter { $0.kind == .app }.map(\.name).sorted() == (try ProjectFolder.folders(in: "Apps")))
    let groups = Set(table.rows.map(\.group))
    let tests = try ProjectFolder.folders(in: "Tests").flatMap { name in
      groups.contains(name) ? try ProjectFolder.folders(in: "Tests/\(name)").map { "Tests/\(name)/\($0)" } : ["Tests/\(name)"]
    }
    #expect(manifest.targets.filter { $0.kind == .tests }.map(\.folder).sorted() == tests.sorted())
  }

  /// `Modules/Bus/MessageBus` is tested in `Tests/Bus/MessageBusTests`.
  @Test func `the folders of tests mirror the folders of modules`() {
    for test in manifest.targets where test.kind == .tests {
      guard let module = manifest[String(test.name.dropLast("Tests".count))] else { continue }
      #expect(test.folder == module.folder.replacing("Modules/", with: "Tests/", maxReplacements: 1) + "Tests")
    }
  }

  @Test func `a module imports only modules in rows below its own`() {
    for (index, row) in table.rows.enumerated() {
      let below = Set(table.rows[(index + 1)...].map(\.module))
      #expect(row.mayImport.isSubset(of: below), "\(row.module) may import only rows below its own")
    }
  }

  @Test func `a target depends only on what its row allows`() {
    for module in manifest.modules {
      let extra = module.targets.subtracting(table.closure(of: module.name))
      #expect(extra.isEmpty, "\(module.name) depends on \(extra.sorted()), which its row in Modules/README.md does not allow")
      #expect(
        module.packages == table[module.name]?.packages, "the packages of \(module.name) in Modules/README.md and Package.swift differ")
    }
  }

  /// SwiftPM also allows imports of transitive dependencies, which Package.swift would not show.
  @Test func `a target depends on the modules that its sources import, and on no others`() throws {
    let modules = Set(manifest.modules.map(\.name))
    for target in manifest.targets where target.kind != .system && target.kind != .target {
      let files = try SourceFile.all(in: target.folder)
      for file in files {
        let extra = file.imports.intersection(modules).subtracting(target.targets)
        #expect(extra.isEmpty, "\(file.path) imports \(extra.sorted()), on which its target does not depend")
      }
      let unused = target.targets.intersection(modules).subtracting(files.flatMap(\.imports))
      #expect(unused.isEmpty, "\(target.name) depends on \(unused.sorted()), which none of its files imports")
    }
  }

  @Test func `modules that communicate over the bus do not depend on one another`() {
    let separate: Set = ["Networking", "Cache", "Search", "Client", "Origin"]
    for name in separate {
      #expect(manifest.closure(of: name).targets.isDisjoint(with: separate), "\(name) depends on another of \(separate.sorted())")
    }
  }

  @Test(arguments: ["holocron", "holocron-tui"]) func `front-ends do not link heavy packages`(name: String) {
    let closure = manifest.closure(of: name)
    #expect(closure.packages.isDisjoint(with: ["hummingbird", "swift-nio"]))
    #expect(closure.targets.isDisjoint(with: ["Databases", "HTTPClient"]))
  }

  /// All of Foundation adds 35 MB to an executable. Tests run executables that load the libraries that a release contains.
  @Test(arguments: ["holocron", "holocron-tui", "holocron-broker", "holocron-supervisor", "holocron-cache", "holocron-origin"])
  func `no program loads all of Foundation`(name: String) async throws {
    let readelf = try await RunningProcess.start(
      "/usr/bin/env", ["readelf", "--dynamic", "--wide", ProductsDirectory.executable(name)],
      environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
    try await readelf.ends(.exited(0))
    #expect(readelf.output.contains("[libswiftCore.so]"))
    #expect(!readelf.output.contains("[libFoundation.so]"))
  }

  @Test(arguments: [
    "Platform", "OrderedJSON", "Models", "MessageBus", "Contracts", "Dialects", "Client",
    "Text", "Localization", "Presentation", "Explorer", "Console", "CommandLine",
  ])
  func `light modules do not import Foundation`(name: String) throws {
    for file in try SourceFile.all(in: try #require(manifest[name]).folder) {
      #expect(
        !file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path) imports Foundation, which adds milliseconds to every start")
    }
  }
}
