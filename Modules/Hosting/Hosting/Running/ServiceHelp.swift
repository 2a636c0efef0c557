/// The help of services in the form of the help of `holocron`: headings such as `Options` on lines of their own, placeholders in capitals.
enum ServiceHelp {
  private static let overview = "OVERVIEW: "
  private static let usage = "USAGE: "

  /// Converts help as ArgumentParser writes it. Returns any other text, such as a version or a completion script, unchanged.
  static func text(converting help: String) -> String {
    guard help.hasPrefix(overview) else { return help }
    let lines = help.dropFirst(overview.count).split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix(usage) }) else { return lines.map(convert).joined(separator: "\n") }
    // A long usage continues on the next lines.
    let end = lines[start...].firstIndex(of: "") ?? lines.endIndex
    let converted = lines[..<start].map(convert) + [convertUsage(lines[start..<end])] + lines[end...].map(convert)
    return converted.joined(separator: "\n")
  }

  /// Converts the usage. The library lists the options in it if they are few; `[OPTIONS]` replaces all of them.
  private static func convertUsage(_ lines: ArraySlice<Substring>) -> String {
    let text = lines.joined(separator: " ").dropFirst(usage.count)
    let words = text.split(separator: " ").joined(separator: " ").replacing("<options>", with: "[OPTIONS]")
    guard let first = words.firstRange(of: "[-"), let last = words.lastIndex(of: "]") else { return "Usage\n  \(words)" }
    return "Usage\n  \(words[..<first.lowerBound])[OPTIONS]\(words[words.index(after: last)...])"
  }

  private static func convert(_ line: Substring) -> String {
    if line.hasPrefix("  -") { return option(line) }
    let isHeading = line.hasSuffix(":") && !line.hasPrefix(" ") && line == line.uppercased()
    return isHeading ? "\(line.prefix(1))\(line.dropFirst().dropLast().lowercased())" : String(line)
  }

  /// Converts the first line of an option: `  --store <file|memory>   Store …` to `  --store FILE|memory     Store …`.
  private static func option(_ line: Substring) -> String {
    var text = String(line)
    for (theirs, ours) in [("Show help information.", "Show this help"), ("Show the version.", "Show the version")] {
      text = text.replacing(theirs, with: ours)
    }
    guard let open = text.firstIndex(of: "<"), let close = text[open...].firstIndex(of: ">") else { return text }
    let name = text[text.index(after: open)..<close]
    let alternative = name.firstIndex(of: "|") ?? name.endIndex
    // Two spaces replace the angle brackets, so that the column on the right stays aligned.
    text.replaceSubrange(open...close, with: "\(name[..<alternative].uppercased())\(name[alternative...])  ")
    while text.last == " " { text.removeLast() }
    return text
  }
}
