import OrderedJSON
import TestSupport
import Testing

@testable import Models

@Suite struct KindTests {
  /// If this fails, add the new file of Kinds/ to the list in StandardKinds.swift.
  @Test func `the list contains every file of the folder once`() throws {
    let files = try ProjectFolder.swiftFiles(in: "Modules/Domain/Models/Kinds").filter { $0 != "StandardKinds" }
    #expect(standardKinds.map(\.title).sorted() == files)
  }

  @Test func `kinds are listed in the order of the original catalogue`() {
    #expect(Kinds.standard.all.map(\.name.text) == ["films", "people", "planets", "species", "vehicles", "starships"])
  }

  @Test(arguments: Kinds.standard.all)
  func `descriptions of kinds and fields are valid`(_ kind: Kind) throws {
    let keys = kind.fields.map(\.key)
    #expect(KindName(kind.name.text) == kind.name)
    #expect(Kinds.standard[kind.name]?.title == kind.title)
    #expect(Set(keys).count == keys.count)
    #expect(Set(keys).isDisjoint(with: ["kind", "id", "extra"]))
    #expect(keys.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isLetter } && $0.first?.isLowercase == true })
    #expect(kind.fields.allSatisfy { !$0.label.isEmpty })
    #expect(kind.fields[0].shape == .prose && kind.fields[0].section == nil)
    #expect(Set(kind.sortKeys).isSubset(of: keys))
    #expect(Set(kind.sortKeys).count == kind.sortKeys.count)
    for field in kind.fields {
      #expect((field.target != nil) == (field.shape == .reference || field.shape == .references))
      if let target = field.target { #expect(Kinds.standard[target] != nil) }
    }
  }

  @Test func `the name of a film is its title`() throws {
    #expect(try Kind.films.record(id: 1) { $0 == "title" ? .text("A New Hope") : .missing }.name == "A New Hope")
    #expect(try Kind.films.record(id: 1) { _ in .missing }.name == "films/1")
  }

  /// Spaces of every width, a tab and a line feed, and characters without a width: a byte order mark, a soft hyphen, a filler.
  @Test(arguments: ["", "   ", "\t\n", "\u{A0}\u{3000}", "\u{2009} ", "\u{200B}\u{FEFF}", "\u{AD}", "\u{3164}"])
  func `a blank name is replaced by the reference`(blank: String) throws {
    #expect(try Kind.films.record(id: 1) { $0 == "title" ? .text(blank) : .missing }.name == "films/1")
    let droid = Reference(KindName(checked: "droids"), 1)
    #expect(Record(unknown: droid, extras: ["name": .string(blank), "title": "R2-D2"]).name == "R2-D2")
    #expect(Record(unknown: droid, extras: ["name": .string(blank)]).name == "droids/1")
    #expect(Record(unknown: droid, extras: ["name": .string(blank + "Ä")]).name == blank + "Ä")
  }
}
