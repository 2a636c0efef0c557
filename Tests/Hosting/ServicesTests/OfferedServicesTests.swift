import Services
import TestSupport
import Testing

struct OfferedServicesTests {
  @Test func theListHoldsEveryFolderOnce() throws {
    let folders = try ProjectFolder.folders(in: "Modules/Hosting/Services")
    #expect(OfferedServices.all.map { "\($0)" }.sorted() == folders.map { "\($0)Offer" }.sorted())
  }
}
