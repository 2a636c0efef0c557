import Dialects
import Models
import OrderedJSON
import Testing

/// Every dialect reads every document from outside without trapping, whatever it is.
@Suite struct HostileDocumentTests {
  static let deep = String(repeating: #"{"result":["#, count: 300) + String(repeating: "]}", count: 300)

  /// Values that stand where a dialect expects something else.
  static let values = [
    "null", "true", "0", "-1", "1e999", "123456789012345678901234567890", "9223372036854775807", #""""#, #""1""#, #""\u0000""#, "[]",
    "[[]]",
    "[null]", "{}", #"{"url":7}"#, #"{"properties":{"url":"http://h/people/1"}}"#, #"{"url":"http://h/people/99999999999999999999"}"#,
    #"{"url":"http://h/people/1"}"#, #"{"uid":"9223372036854775807","properties":{"name":"x"}}"#,
    #"{"uid":"1","properties":{"name":"x","url":"//////"}}"#, #"{"name":"x","url":"http://h/people/1","films":[[],{},null,7,"x"]}"#,
    #"{"name":"x","url":"http://h/people/1","created":"","edited":""}"#,
  ]

  static let documents: [String] =
    values + ["", "{", "\u{FEFF}{}", deep, String(repeating: "[", count: 100_000)]
    + values.flatMap { value in
      [
        "[\(value)]", #"{"message":\#(value)}"#, #"{"result":\#(value)}"#, #"{"result":[\#(value)]}"#, #"{"results":[\#(value)]}"#,
        #"{"count":\#(value),"results":[]}"#, #"{"count":1,"next":\#(value),"results":\#(value)}"#,
        #"{"total_pages":\#(value),"total_records":\#(value),"results":[]}"#, #"{"result":{"uid":\#(value),"properties":\#(value)}}"#,
        #"{"result":{"uid":"1","properties":{"name":"x","created":\#(value),"edited":\#(value)}}}"#, #"{"name":\#(value)}"#,
        #"{"name":"x","url":\#(value)}"#, #"{"people":\#(value)}"#,
      ]
    }

  @Test(arguments: Dialects.standardNames) func `no document traps`(_ name: String) throws {
    let dialect = try #require(Dialects.standard[name])
    let references = [Reference(.people, 1), Reference(.films, .max), Reference(try #require(KindName("droids")), 1)]
    var (read, rejected) = (0, 0)
    for document in Self.documents {
      let body = Array(document.utf8)
      if let json = try? JSON(parsing: body) { _ = (dialect.recognises(root: json), dialect.recognises(list: json)) }
      #expect(dialect.errorDetail(body: body)?.unicodeScalars.count ?? 0 <= 300)
      if (try? dialect.kinds(root: body)) == nil { rejected += 1 } else { read += 1 }
      for reference in references {
        if let record = try? dialect.record(reference, body: body) {
          // What was read can be written and has a canonical form.
          let wire = dialect.wire(record, base: "http://h/api")
          #expect(record.reference == reference)
          #expect(try JSON(parsing: wire.bytes()) == wire)
          #expect(try Record(canonical: record.canonical, kinds: .standard) == record)
          read += 1
        } else {
          rejected += 1
        }
        for query in [PageQuery(reference.kind), PageQuery(reference.kind, number: .max), PageQuery(reference.kind, search: "(\u{301}")] {
          guard let page = try? dialect.page(query, body: body) else {
            rejected += 1
            continue
          }
          #expect(page.pages >= 1 && page.count >= 0)
          #expect(page.records.allSatisfy { $0.reference.kind == reference.kind })
          read += 1
        }
      }
    }
    #expect(read > 0 && rejected > 0)
  }

  @Test(.timeLimit(.minutes(1)), arguments: Dialects.standardNames) func `large documents are read in linear time`(_ name: String) throws {
    let dialect = try #require(Dialects.standard[name])
    let count = 20_000
    let members = (0..<count).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    let luke = #"{"name":"Luke","url":"http://h/people/1",\#(members)}"#
    let body = #"{"name":"Luke","url":"http://h/people/1","result":{"properties":\#(luke),\#(members)},\#(members)}"#
    #expect(try dialect.record(Reference(.people, 1), body: Array(body.utf8)).extras.count >= count)
    let items = (1...count).map {
      #"{"uid":"\#($0)","name":"x","url":"http://h/people/\#($0)","properties":{"name":"x"}}"#
    }.joined(separator: ",")
    let pages = ["[\(items)]", #"{"count":\#(count),"results":[\#(items)]}"#].compactMap { list in
      try? dialect.page(PageQuery(.people), body: Array(list.utf8))
    }
    #expect(pages.map(\.records.count) == [count])
  }
}
