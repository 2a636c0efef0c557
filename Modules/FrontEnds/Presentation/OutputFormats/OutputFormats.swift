/// Registry of the output formats, as they are when `--output` names them.
public struct OutputFormats: Sendable {
  public static let standard = OutputFormats([
    TableFormat(isAskedFor: true), JSONFormat(), JSONLinesFormat(), CSVFormat(), MarkdownFormat(), PlainFormat(),
  ])

  public let all: [any OutputFormat]

  public init(_ all: [any OutputFormat]) { self.all = all }
}
