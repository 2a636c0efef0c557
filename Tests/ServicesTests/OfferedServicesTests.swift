import FoundationEssentials
import Services
import Testing

struct OfferedServicesTests {
  @Test func theListHoldsEveryFolderOnce() throws {
    let module = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/Modules/Services"
    let folders = try FileManager.default.contentsOfDirectory(atPath: module).filter { !$0.contains(".") }
    #expect(OfferedServices.all.map { "\($0)" }.sorted() == folders.map { "\($0)Offer" }.sorted())
  }
}
