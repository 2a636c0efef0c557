import Models
import OrderedJSON
import Platform

extension SWAPITechDialect {
  public func answer(_ request: ServedRequest, from records: any ServedRecords) -> ServedAnswer {
    guard let path = request.components else { return .webPage(404, "Not Found") }
    var answer = resource(path, request, records)
    // Every document states when it was sent.
    switch answer.body {
    case .json(let json): answer.body = .json(Self.stamped(json, request.time))
    case .document(_, let write): answer = .document(nil, tag: .weak) { Self.stamped(write($0), request.time) }
    case .empty, .text: break
    }
    answer.fields = [("access-control-allow-origin", "*")]
    return answer
  }

  private func resource(_ path: [String], _ request: ServedRequest, _ records: any ServedRecords) -> ServedAnswer {
    guard ["GET", "HEAD"].contains(request.method) else { return Self.error(405, "Method not allowed") }
    switch path.count {
    case 0: return .document(nil) { wire(root: records.kinds.sorted(), base: $0) }
    case 1:
      guard let kind = KindName(path[0]), let all = records.records(of: kind) else { break }
      return list(kind, all, request, pageSize: records.pageSize)
    case 2:
      guard let kind = KindName(path[0]), records.kinds.contains(kind) else { break }
      guard let reference = Reference(path.joined(separator: "/")), let record = records.record(reference) else {
        return Self.error(404, kind == .films ? "Film not found" : "not found")
      }
      return .document(nil) { wire(record, base: $0) }
    default: break
    }
    return .webPage(404, "Not Found")
  }

  private func list(_ kind: KindName, _ all: [Record], _ request: ServedRequest, pageSize: Int) -> ServedAnswer {
    for name in [searchItem(kind), "model"] {
      guard let pattern = request.item(name), !pattern.isEmpty else { continue }
      guard let text = SearchPattern.text(pattern) else {
        return Self.error(400, "Could not GET \(kind)", ["errors": "Regular expression is invalid"])
      }
      // Case is ignored, and accents count.
      let part = Array(text.lowercased().utf8)
      let matches = all.filter { record in
        guard case .text(let value) = name == "model" ? record.originValue("model") : .text(record.name) else { return false }
        return Array(value.lowercased().utf8).contains(part)
      }
      return .document(nil) { wire(matches: matches, base: $0) }
    }
    if Self.isWhole(kind) { return .document(nil) { wire(matches: all, base: $0) } }
    let isExpanded = request.item("expanded")?.isEmpty == false
    let (number, size) = page(request, of: all.count, pageSize: pageSize)
    guard let page = WirePage(PageQuery(kind, number: number), of: all, size: size) else { return Self.error(404, "not found") }
    return .document(nil) { wire(page, size: size, isExpanded: isExpanded, base: $0) }
  }

  /// Returns the number and the size of the requested page. The number counts only together with a size, and the last page is sent instead
  /// of a page after it.
  private func page(_ request: ServedRequest, of count: Int, pageSize: Int) -> (number: Int, size: Int) {
    guard let number = request.item("page").flatMap({ Int($0) }), let limit = request.item("limit").flatMap({ Int($0) }), limit > 0 else {
      return (1, pageSize)
    }
    let size = max(1, min(limit, count))
    return (max(1, min(number, count / size + (count % size == 0 ? 0 : 1))), size)
  }

  private static func error(_ status: Int, _ message: String, _ members: JSON.Object = [:]) -> ServedAnswer {
    ServedAnswer(status, .json(.object(JSON.Object([("message", .string(message))] + members.map { ($0.name, $0.value) }))))
  }

  private static func stamped(_ json: JSON, _ time: Int64) -> JSON {
    guard let members = json.object else { return json }
    return .object(
      JSON.Object(
        members.map { ($0.name, $0.value) } + [
          ("apiVersion", "1.0"), ("timestamp", .string(CalendarTime.text(millisecondsSince1970: time))),
        ]))
  }
}

/// The search of the server: a regular expression that ignores the case of letters and occurs anywhere in a name.
enum SearchPattern {
  /// Characters with a meaning in the server's regular expressions.
  private static let special = Set(#"\^$.|?*+()[]{}"#.unicodeScalars)

  /// Returns a pattern that matches `text` only.
  static func literal(_ text: String) -> String {
    // By scalars, because a combining mark would hide the character before it.
    var pattern = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if special.contains(scalar) { pattern.append("\\") }
      pattern.append(scalar)
    }
    return String(pattern)
  }

  /// Returns the text that a literal pattern matches. Characters with a meaning stand for themselves without a backslash, too. Returns
  /// `nil` for a parenthesis or bracket without a backslash and for a backslash at the end, which are not valid if nothing closes them.
  static func text(_ pattern: String) -> String? {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped || scalar != "\\" {
        guard isEscaped || !"()[".unicodeScalars.contains(scalar) else { return nil }
        text.append(scalar)
        isEscaped = false
      } else {
        isEscaped = true
      }
    }
    return isEscaped ? nil : String(text)
  }
}
