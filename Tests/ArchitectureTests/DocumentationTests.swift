import TestSupport
import Testing

/// Checks the documentation of the library products without building it.
struct DocumentationTests {
  static let manifest = (try? ProjectFolder.text("Package.swift")).map(Manifest.init)
  /// The folders of the modules that are products.
  static let documented = (manifest?.products ?? []).compactMap { manifest?[$0]?.folder }

  @Test func `every product is documented, and listed for the Swift Package Index`() throws {
    #expect(Self.documented.count > 2)
    let listed = try ProjectFolder.text(".spi.yml").matches(of: /documentation_targets: \[([^\]]+)\]/).first
    let names = try #require(listed).1.split { ", ".contains($0) }.map(String.init)
    #expect(names == Self.manifest?.products)
    #expect(try ProjectFolder.text("Scripts/docs").contains("targets=(\(names.joined(separator: " ")))"))
  }

  /// Users of a product may need to import the modules that its public declarations name, unless the product exports them.
  @Test(arguments: documented) func `the modules below a product are products, too`(folder: String) throws {
    let products = try #require(Self.manifest?.products)
    let modules = Set(try #require(Self.manifest).modules.map(\.name))
    for file in try SourceFile.all(in: folder) {
      for line in file.lines where line.hasPrefix("public import ") {
        let name = String(line.dropFirst("public import ".count))
        #expect(!modules.contains(name) || products.contains(name), "\(file.path) imports \(name) publicly, which is no product")
      }
    }
  }

  /// A package with unsafe flags cannot be a dependency of another.
  @Test func `the manifest has unsafe flags only in the build of Scripts/fuzz`() throws {
    var text = try ProjectFolder.text("Package.swift")
    let condition = try #require(text.firstRange(of: "\nif Context.environment[\"HOLOCRON_FUZZ\"] != nil"))
    let end = try #require(text[condition.upperBound...].firstRange(of: "\n}\n"))
    text.removeSubrange(condition.lowerBound..<end.upperBound)
    #expect(!text.contains("unsafe" + "Flags"))
  }

  @Test(arguments: documented) func `every page that the documentation links to exists, and is linked`(folder: String) throws {
    let pages = try DocumentationPage.all(in: folder)
    let names = Set(pages.compactMap { $0.path.split(separator: "/").last?.dropLast(3) }.map(String.init))
    let module = Set(folder.split(separator: "/").suffix(1).map(String.init))
    #expect(Set(pages.flatMap(\.pages)) == names.subtracting(module))
  }

  /// An example that is part of a test compiles and does what the page says.
  @Test(arguments: documented) func `every example of the documentation is part of a test`(folder: String) throws {
    let tests = folder.replacing("Modules/", with: "Tests/", maxReplacements: 1) + "Tests"
    let lines = try SourceFile.all(in: tests).filter { $0.path.hasSuffix("/ExampleTests.swift") }.flatMap(\.lines).map(
      \.trimmingIndentation)
    let examples = try DocumentationPage.all(in: folder).flatMap { page in page.examples.map { (page.path, $0) } }
    #expect(!examples.isEmpty)
    for (path, example) in examples {
      let isTested = lines.indices.contains { lines[$0...].starts(with: example) }
      #expect(isTested, "\(path) has an example that \(tests)/ExampleTests.swift does not contain:\n\(example.joined(separator: "\n"))")
    }
  }
}
