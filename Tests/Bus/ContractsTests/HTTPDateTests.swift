import Contracts
import Testing

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
      ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200), ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
      ("Thu, 31 Feb 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37.5 GMT", nil), ("Wed, 31 Dec 1969 23:59:58 GMT", -2), ("", nil),
      ("0", nil),
    ] as [(String, Int64?)])
  func `HTTP dates are parsed`(_ text: String, _ seconds: Int64?) {
    #expect(HTTPDate(text)?.seconds == seconds)
  }
}
