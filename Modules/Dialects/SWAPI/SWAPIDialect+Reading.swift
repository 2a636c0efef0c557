public import Models
import OrderedJSON

extension SWAPIDialect {
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root").object else {
      throw DialectError(.form, "the root of the origin is not an object with a list for each kind")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  public func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record {
    guard let members = try parsed(body, "\(reference)").object else {
      throw DialectError(.form, "the origin's answer for \(reference) is not an object")
    }
    return try record(reference, members: members)
  }

  public func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage {
    let document = try parsed(body, "page \(query.number) of \(query.kind)")
    guard let count = document["count"]?.int, count >= 0 else { throw wrong("count", "a number", query) }
    guard let results = document["results"]?.array else { throw wrong("results", "a list of records", query) }
    var records: [Record] = []
    for (index, result) in results.enumerated() {
      guard let members = result.object else { throw wrong("results[\(index)]", "an object", query) }
      guard let reference = members["url"]?.string.flatMap({ Reference(link: $0) }), reference.kind == query.kind else {
        throw wrong("results[\(index)].url", "the URL of one of the \(query.kind)", query)
      }
      records.append(try record(reference, members: members))
    }
    let isLast = document["next"]?.string == nil || records.isEmpty
    let pages = isLast ? query.number : max(query.number, Self.pages(of: count, each: records.count))
    return WirePage(query, records: records, count: count, pages: pages)
  }

  /// A page with another one after it is full, which tells the page size; servers may be set up for any.
  private static func pages(of count: Int, each size: Int) -> Int { count / size + (count % size == 0 ? 0 : 1) }

  private func wrong(_ field: String, _ expected: String, _ query: PageQuery) -> DialectError {
    DialectError(.form, "'\(field)' in page \(query.number) of the origin's \(query.kind) is not \(expected)", field: field)
  }

  private func parsed(_ body: [UInt8], _ what: String) throws(DialectError) -> JSON {
    do { return try JSON(parsing: body) } catch {
      throw DialectError(.syntax, "the origin's answer for \(what) is \(error)", cause: error)
    }
  }

  private func record(_ reference: Reference, members: JSON.Object) throws(DialectError) -> Record {
    guard let kind = kinds[reference.kind], let layout = layout(reference.kind) else {
      return Record(unknown: reference, extras: members)
    }
    var written: [String: Written] = [:]
    var extras = JSON.Object()
    for member in members {
      if member.name == "url", member.value.string.flatMap({ Reference(link: $0) }) != nil { continue }
      guard let field = layout[member.name] else {
        extras[member.name] = member.value
        continue
      }
      switch Self.read(member.value, as: field.shape) {
      case .whole(let value): written[field.key] = value
      case .partly(let value):
        written[field.key] = value
        extras[member.name] = member.value
      case .wrong:
        throw DialectError(
          .field, "'\(member.name)' in the origin's \(reference) is of a type that the field never has: \(member.value.text().prefix(60))",
          field: member.name)
      }
    }
    do { return try kind.record(id: reference.id, extras: extras) { written[$0] ?? .missing } } catch {
      throw DialectError(.field, error.message, cause: error)
    }
  }

  private enum Reading {
    case whole(Written)
    /// Holds links that name no record. The raw member is kept beside what could be read.
    case partly(Written)
    case wrong
  }

  private static func read(_ json: JSON, as shape: Shape) -> Reading {
    switch (json, shape) {
    case (.null, _): return .whole(.null)
    case (.string(let link), .reference): return Reference(link: link).map { .whole(.reference($0)) } ?? .partly(.missing)
    case (.array(let links), .references):
      let references = links.compactMap { $0.string.flatMap { Reference(link: $0) } }
      return references.count == links.count ? .whole(.references(references)) : .partly(.references(references))
    case (_, .reference), (_, .references): return .wrong
    case (.string(let text), _): return .whole(.text(text))
    case (.number(let number), _): return .whole(number.int.map(Written.integer) ?? .text(number.text))
    case (.bool, _), (.array, _), (.object, _): return .wrong
    }
  }
}
