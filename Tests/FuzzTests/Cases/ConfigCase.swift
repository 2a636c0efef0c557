@testable import Hosting
@testable import MessageBus

/// The configuration file, and the texts of settings.
enum ConfigCase: FuzzCase {
  static let name = "config"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    _ = try? ConfigurationDocument(input, at: "config.json")
    let text = String(decoding: input, as: UTF8.self)
    try check(SettingSyntax<Duration>.duration(.zero ... .seconds(86_400)), text)
    try check(SettingSyntax<Int>.bytes(0...1 << 40), text)
    try check(SettingSyntax<Int>.integer(0...1_000), text)
    try check(SettingSyntax<Endpoint>.endpoint, text)
  }

  private static func check<Value: Equatable>(_ syntax: SettingSyntax<Value>, _ text: String) throws(BrokenPromise) {
    guard let value = syntax.parse(text) else { return }
    let written = syntax.format(value)
    try promise(syntax.parse(written) == value, "'\(text)' is written as '\(written)', which has another value")
  }
}
