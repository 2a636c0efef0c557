import Dialects
import Models
import Testing

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
