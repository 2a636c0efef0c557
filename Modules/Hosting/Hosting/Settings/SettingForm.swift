public import Logging
public import MessageBus

/// How a setting is written: what is taken, how it is read, how a value is shown.
public struct SettingForm<Value: Sendable>: Sendable {
  /// Completes "write …": `a duration such as 500ms, 2s or 10m`.
  public let expected: String
  /// Stands for the value in `--help`: `duration`.
  public let valueName: String
  let read: @Sendable (String) -> Value?
  let write: @Sendable (Value) -> String

  /// `read` gives `nil` for a text that is not of this form.
  public init(
    _ expected: String, valueName: String, read: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String
  ) {
    self.expected = expected
    self.valueName = valueName
    self.read = read
    self.write = write
  }

  /// The same form for a setting that may be left out; its default `nil` is not shown.
  public var optional: SettingForm<Value?> {
    SettingForm<Value?>(expected, valueName: valueName) {
      read($0).map(Optional.some)
    } write: {
      $0.map(write) ?? ""
    }
  }
}

extension SettingForm where Value == String {
  /// Any text but the empty one.
  public static func text(_ expected: String = "a text", valueName: String = "text") -> SettingForm {
    SettingForm(expected, valueName: valueName) {
      $0.isEmpty ? nil : $0
    } write: {
      $0
    }
  }
}

extension SettingForm where Value == Int {
  public static func integer(_ range: ClosedRange<Int>, valueName: String = "n") -> SettingForm {
    let expected =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound) up" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return SettingForm(expected, valueName: valueName) {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      String($0)
    }
  }

  /// A number of bytes: `65536`, `64KiB`, `16MiB`, `1GiB`.
  public static func bytes(_ range: ClosedRange<Int>) -> SettingForm {
    SettingForm(
      "a size from \(ByteCount.text(range.lowerBound)) to \(ByteCount.text(range.upperBound)), such as 65536, 64KiB or 16MiB",
      valueName: "size"
    ) {
      ByteCount.read($0).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      ByteCount.text($0)
    }
  }
}

extension SettingForm where Value == Bool {
  public static var flag: SettingForm {
    SettingForm("true or false", valueName: "bool") {
      switch $0.lowercased() {
      case "true", "yes", "on", "1": true
      case "false", "no", "off", "0": false
      default: nil
      }
    } write: {
      $0 ? "true" : "false"
    }
  }
}

extension SettingForm where Value == Duration {
  /// `500ms`, `2s`, `10m`, `24h`, `30d`; `0` needs no unit.
  public static func duration(_ range: ClosedRange<Duration>) -> SettingForm {
    SettingForm(
      "a duration from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound)), such as 500ms, 2s, 10m or 24h",
      valueName: "duration"
    ) {
      DurationText.read($0).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      DurationText.text($0)
    }
  }
}

extension SettingForm where Value == Logger.Level {
  public static var level: SettingForm {
    SettingForm(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "), valueName: "level") {
      Logger.Level(rawValue: $0.lowercased())
    } write: {
      $0.rawValue
    }
  }
}

extension SettingForm where Value == Endpoint {
  public static var endpoint: SettingForm {
    SettingForm("ipc:///path, tcp://host:port or inproc://name", valueName: "endpoint") {
      try? Endpoint($0)
    } write: {
      $0.description
    }
  }
}

extension SettingForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enumeration.
  public static func choice(valueName: String) -> SettingForm {
    let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return SettingForm("one of \(words)", valueName: valueName) {
      Value(rawValue: $0.lowercased())
    } write: {
      $0.rawValue
    }
  }
}
