import FoundationEssentials
import TestSupport

/// A page of a documentation catalogue: `Modules/Bus/MessageBus/MessageBus.docc/MessageBus.md`.
struct DocumentationPage: Sendable {
  let path: String
  /// Text outside code blocks.
  private(set) var prose = ""
  /// The lines of each Swift code block, without indentation.
  private(set) var examples: [[String]] = []

  /// Returns the pages of a module's catalogue.
  static func all(in folder: String) throws -> [DocumentationPage] {
    let catalogue = "\(folder)/\(folder.split(separator: "/").last ?? "").docc"
    return try ProjectFolder.names(in: catalogue).filter { $0.hasSuffix(".md") }.map { try DocumentationPage("\(catalogue)/\($0)") }
  }

  init(_ path: String) throws {
    self.path = path
    var isSwift = false
    var isCode = false
    for line in try ProjectFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isSwift = !isCode && line == "```swift"
        isCode.toggle()
        if isSwift { examples.append([]) }
      } else if isSwift {
        examples[examples.count - 1].append(line.trimmingIndentation)
      } else if !isCode {
        prose += line + "\n"
      }
    }
  }

  /// The pages that the page links to.
  var pages: [String] { prose.matches(of: /<doc:([A-Za-z]+)>/).map { String($0.1) } }
}

extension Substring {
  /// The text without leading spaces.
  var trimmingIndentation: String { String(drop { $0 == " " }) }
}
