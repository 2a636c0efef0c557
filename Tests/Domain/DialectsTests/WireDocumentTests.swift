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

@Suite struct LinkTests {
  @Test(arguments: [
    "https://swapi.dev/api/people/1/", "http://swapi.dev/api/people/1", "https://127.0.0.1:8080/people/1/", "/api/people/1/", "people/1",
    "https://swapi.dev/api/people/1/?format=json", "https://swapi.dev/api/people/1#top", "ftp://x/y/z/people/1/",
  ])
  func `links are resolved to references`(_ link: String) {
    #expect(Reference(link: link) == Reference("people/1"))
  }

  @Test(arguments: [
    "", "/", "//", "1", "people/", "https://swapi.dev/api/people/", "https://swapi.dev/api/people/luke/", "https://swapi.dev/api/people/0/",
    "https://swapi.dev/api/people/-1/", "https://swapi.dev/api/people/1//", "https://swapi.dev/api/People/1/",
    "people/99999999999999999999",
    "https://swapi.dev/api/people/%31/", "javascript:alert(1)", "?people/1",
  ])
  func `other links are not references`(_ link: String) {
    #expect(Reference(link: link) == nil)
  }
}
