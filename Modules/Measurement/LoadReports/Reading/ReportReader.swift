import OrderedJSON

/// A value in a report and its path, which error messages name: `intervals[3].latency`.
struct ReportReader {
  let json: JSON
  let path: String

  private func failure(_ expected: String) -> ReportError {
    ReportError(.invalidMember, "not a valid report: expected \(expected) at '\(path)'")
  }

  /// Returns the member `name`, or `nil` if it is absent or null.
  func optional(_ name: String) throws(ReportError) -> ReportReader? {
    guard case .object(let object) = json else { throw failure("an object") }
    guard let member = object[name], !member.isNull else { return nil }
    return ReportReader(json: member, path: path.isEmpty ? name : "\(path).\(name)")
  }

  func member(_ name: String) throws(ReportError) -> ReportReader {
    guard let member = try optional(name) else {
      throw ReportReader(json: .null, path: path.isEmpty ? name : "\(path).\(name)").failure("a value")
    }
    return member
  }

  /// Returns at most `limit` elements.
  func elements(atMost limit: Int = 100_000) throws(ReportError) -> [ReportReader] {
    guard case .array(let elements) = json else { throw failure("an array") }
    guard elements.count <= limit else { throw failure("at most \(limit) elements") }
    return elements.enumerated().map { ReportReader(json: $1, path: "\(path)[\($0)]") }
  }

  /// Returns each element as `read` converts it.
  func list<Element>(_ read: (ReportReader) throws(ReportError) -> Element) throws(ReportError) -> [Element] {
    var list: [Element] = []
    for element in try elements() { list.append(try read(element)) }
    return list
  }

  func text() throws(ReportError) -> String {
    guard case .string(let text) = json else { throw failure("a string") }
    return text
  }

  func flag() throws(ReportError) -> Bool {
    guard case .bool(let flag) = json else { throw failure("true or false") }
    return flag
  }

  /// Returns an integer from 0 to ``LatencyDistribution/maximumNumber``.
  func integer() throws(ReportError) -> Int {
    guard let number = json.int, (0...LatencyDistribution.maximumNumber).contains(number) else {
      throw failure("an integer from 0 to 2^53")
    }
    return number
  }

  /// Returns a number from 0 to 10^15.
  func number() throws(ReportError) -> Double {
    guard let number = json.double, (0...1e15).contains(number) else { throw failure("a number from 0 to 10^15") }
    return number
  }

  /// Returns an array of integers. Creates no path per element, because there are many.
  func integers() throws(ReportError) -> [Int] {
    guard case .array(let elements) = json else { throw failure("an array") }
    var integers: [Int] = []
    integers.reserveCapacity(elements.count)
    for element in elements {
      guard let number = element.int, (0...LatencyDistribution.maximumNumber).contains(number) else {
        throw ReportReader(json: element, path: "\(path)[\(integers.count)]").failure("an integer from 0 to 2^53")
      }
      integers.append(number)
    }
    return integers
  }

  /// Returns a latency distribution from its `values` and `counts`; its other members follow from these.
  func distribution() throws(ReportError) -> LatencyDistribution {
    let values = try member("values").integers()
    let counts = try member("counts").integers()
    guard values.count == counts.count else { throw failure("as many counts as values") }
    let maximum = try optional("max")?.integer()
    return LatencyDistribution(buckets: zip(values, counts).map { .init(value: $0, count: $1) }, maximum: maximum)
  }

  func tally() throws(ReportError) -> LoadReport.Tally {
    LoadReport.Tally(
      try list { element throws(ReportError) in (key: try element.member("label").text(), value: try element.member("count").integer()) })
  }
}
