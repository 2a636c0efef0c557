/// A URL that is safe to pass to a browser: http or https, without a user name, in printable ASCII without spaces.
public struct WebAddress: Sendable, Hashable {
  public let text: String

  /// Returns `nil` unless `text` is such a URL of at most 2,048 bytes. Origins are not trusted.
  public init?(_ text: String) {
    guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), (try? HTTPURL(text)) != nil else { return nil }
    self.text = text
  }
}
