import OrderedJSON
import TestSupport
import Testing

@testable import Models

@Suite struct KindTests {
  /// Add a new file of Kinds/ to the list in StandardKinds.swift.
  @Test func theListHoldsEveryFileOfTheFolderOnce() throws {
    let files = try ProjectFolder.swiftFiles(in: "Modules/Domain/Models/Kinds").filter { $0 != "StandardKinds" }
    #expect(standardKinds.map { "\($0)" }.sorted() == files)
  }

  @Test func theOrderIsThatOfTheOriginalCatalogue() {
    #expect(Kinds.standard.all.map(\.name.text) == ["films", "people", "planets", "species", "vehicles", "starships"])
  }

  @Test(arguments: Kinds.standard.all)
  func factsAreSound(_ kind: KindDescription) throws {
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

  /// The property behind each field is its own: a value written to one field shows up there and nowhere else.
  @Test(arguments: Kinds.standard.all)
  func fieldsDoNotShareProperties(_ kind: KindDescription) throws {
    for field in kind.fields {
      let written = Sample.written(field)
      let record = try kind.record(id: 1) { $0 == field.key ? written : .missing }
      for other in kind.fields { #expect(record.written(other.key) == (other.key == field.key ? written : .missing)) }
    }
  }

  @Test func theNameOfAFilmIsItsTitle() throws {
    let films = try #require(Kinds.standard[KindName(checked: "films")])
    #expect(try films.record(id: 1) { $0 == "title" ? .text("A New Hope") : .missing }.name == "A New Hope")
    #expect(try films.record(id: 1) { _ in .missing }.name == "films/1")
    #expect(try films.record(id: 1) { $0 == "title" ? .text("") : .missing }.name == "films/1")
  }
}
