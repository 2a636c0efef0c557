import Dialects
import Models
import Testing

@Suite struct WireSearchTests {
  @Test(arguments: [
    ("people", "skywalker", ["Luke Skywalker", "Anakin Skywalker", "Shmi Skywalker"]), ("people", "SKY luke", ["Luke Skywalker"]),
    ("people", "luke,sky", ["Luke Skywalker"]), ("people", " \t luke ", ["Luke Skywalker"]), ("people", "padme", []),
    ("people", "PADMé", ["Padmé Amidala"]), ("people", "PADMÉ", []), ("people", "luke vader", []), ("people", "r2", ["R2-D2"]),
    ("films", "hope", ["A New Hope"]), ("films", "hope clones", []), ("films", "the clones", ["Attack of the Clones"]),
    ("vehicles", "digger", ["Sand Crawler"]), ("vehicles", "crawler sand", ["Sand Crawler"]),
    ("starships", "yt-1300", ["Millennium Falcon"]),
    ("starships", "yt-1300 falcon", ["Millennium Falcon"]), ("planets", "unknown", ["unknown"]), ("species", "%", []), ("species", "_", []),
    ("vehicles", "corellia", []),
  ])
  func `a search matches records that contain every word`(_ kind: String, _ text: String, _ names: [String]) throws {
    let records = try Catalogue.standard.records(of: #require(KindName(kind)))
    let search = WireSearch(text)
    #expect(records.filter(search.matches).map(\.name) == names)
  }

  @Test(arguments: ["", "  ", ",", " , "])
  func `a search without words matches every record`(_ text: String) throws {
    let records = try Catalogue.standard.records(of: .people)
    #expect(records.filter(WireSearch(text).matches).count == 82)
  }
}
