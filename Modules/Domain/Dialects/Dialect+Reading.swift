import Models
import OrderedJSON

extension Dialect {
  /// Parses a body from outside.
  ///
  /// - Parameter subject: what the body answers, for messages: `people/1`.
  func parsed(_ body: [UInt8], _ subject: String) throws(DialectError) -> JSON {
    do { return try JSON(parsing: body) } catch {
      throw DialectError(.syntax, "the origin's answer for \(subject) is \(error)", cause: error)
    }
  }

  /// Returns the kinds of a root document that is an object with a link for each kind.
  func linkedKinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root").object else {
      throw DialectError(.form, "the origin's root document is not an object with a list for each kind")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  /// Returns the members of the document of one record, which has to be an object.
  func recordMembers(_ reference: Reference, body: [UInt8]) throws(DialectError) -> JSON.Object {
    if let members = try parsed(body, "\(reference)").object { return members }
    throw DialectError(.form, "the origin's answer for \(reference) is not an object")
  }
}

extension JSON.Object {
  /// The text of an error document, at most 300 Unicode scalars. Servers disagree about the name of its member.
  var errorDetail: String? {
    let text = ["detail", "message", "messsage", "error"].lazy.compactMap { self[$0]?.string }.first { !$0.isEmpty }
    return text?.shortened(to: 300)
  }
}

extension String {
  /// Returns the first `count` Unicode scalars. Counts no characters, because one character may have any number of scalars.
  func shortened(to count: Int) -> String { String(unicodeScalars.prefix(count)) }
}
