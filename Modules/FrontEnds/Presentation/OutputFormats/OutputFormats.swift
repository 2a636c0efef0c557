/// Registry of the output formats.
public struct OutputFormats: Sendable {
  public static let standard = OutputFormats([
    TableFormat(), JSONFormat(), JSONLinesFormat(), CSVFormat(), MarkdownFormat(), PlainFormat(),
  ])

  public let all: [any OutputFormat]

  public init(_ all: [any OutputFormat]) { self.all = all }
}
