package import OrderedJSON

package protocol ReportValue: Sendable {
  /// Returns `nil` for JSON of another form.
  init?(json: JSON)
  var json: JSON { get }
}

/// An object in a report. Its list of members both writes and reads it.
package protocol ReportObject: ReportValue {
  init()
  static var members: [ReportMember<Self>] { get }
}

/// A member of an object in a report.
package struct ReportMember<Object>: Sendable {
  fileprivate let name: String
  /// Returns `nil` to leave the member out.
  fileprivate var write: @Sendable (Object) -> JSON?
  /// Returns whether the value of the member is valid; JSON's null stands for a member that is absent.
  fileprivate let read: @Sendable (inout Object, JSON) -> Bool

  package init<Value: ReportValue>(_ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable) {
    self.init(name, path) { $0[keyPath: path].json }
  }

  /// A member with more in its JSON than is read.
  package init<Value: ReportValue>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ write: @escaping @Sendable (Object) -> JSON
  ) {
    (self.name, self.write) = (name, write)
    read = { object, json in
      guard let value = Value(json: json) else { return false }
      object[keyPath: path] = value
      return true
    }
  }

  /// A member that is null, or absent, without a value.
  package init<Value: ReportValue>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, isAbsentIfNil: Bool = false
  ) {
    self.name = name
    write = { $0[keyPath: path]?.json ?? (isAbsentIfNil ? nil : .null) }
    read = { object, json in
      object[keyPath: path] = Value(json: json)
      return json.isNull || object[keyPath: path] != nil
    }
  }

  /// A member for other programs that follows from others.
  package init(derived name: String, _ write: @escaping @Sendable (Object) -> JSON) {
    (self.name, self.write, read) = (name, write, { _, _ in true })
  }
}

extension ReportObject {
  package init?(json: JSON) {
    guard let object = json.object else { return nil }
    self.init()
    for member in Self.members where !member.read(&self, object[member.name] ?? .null) { return nil }
  }

  package var json: JSON { .object(JSON.Object(Self.members.compactMap { member in member.write(self).map { (member.name, $0) } })) }
}

extension String: ReportValue {
  package init?(json: JSON) { if let text = json.string { self = text } else { return nil } }
  package var json: JSON { .string(self) }
}

extension Bool: ReportValue {
  package init?(json: JSON) { if let flag = json.bool { self = flag } else { return nil } }
  package var json: JSON { .bool(self) }
}

extension Int: ReportValue {
  /// Reads an integer from 0 to ``LatencyDistribution/maximumNumber``.
  package init?(json: JSON) {
    guard let number = json.int, (0...LatencyDistribution.maximumNumber).contains(number) else { return nil }
    self = number
  }
  package var json: JSON { .number(self) }
}

extension Double: ReportValue {
  /// Reads a number from 0 to 10^15.
  package init?(json: JSON) {
    guard let number = json.double, (0...1e15).contains(number) else { return nil }
    self = number
  }
  package var json: JSON { .number(self) }
}

extension Array: ReportValue where Element: ReportValue {
  package init?(json: JSON) {
    // More than the buckets of a distribution.
    guard let elements = json.array, elements.count <= 100_000, let values = elements.all(Element.init(json:)) else { return nil }
    self = values
  }
  package var json: JSON { .array(map(\.json)) }
}

extension ReportValue where Self: RawRepresentable<String> {
  package init?(json: JSON) {
    guard let value = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }
  package var json: JSON { .string(rawValue) }
}
