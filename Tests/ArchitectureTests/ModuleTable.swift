/// The tables of Modules/README.md: one per group, below a heading that ends with the name of the group.
struct ModuleTable {
  struct Row {
    /// The folder of the module in `Modules`.
    let group: String
    let module: String
    let purpose: String
    let mayImport: Set<String>
    let packages: Set<String>

    var folder: String { "Modules/\(group)/\(module)" }
  }

  let rows: [Row]

  init(_ text: String) {
    var rows: [Row] = []
    var group = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { group = line.split(separator: " ").last.map(String.init) ?? "" }
      if line.hasPrefix("| "), !line.hasPrefix("| module "), let row = Self.row(line, in: group) { rows.append(row) }
    }
    self.rows = rows
  }

  private static func row(_ line: Substring, in group: String) -> Row? {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    guard cells.count == 6 else { return nil }
    func list(_ cell: Substring) -> Set<String> { Set(cell.split { " ,–".contains($0) }.map(String.init)) }
    return Row(
      group: group, module: cells[1].split(separator: " ").joined(), purpose: String(cells[2]), mayImport: list(cells[3]),
      packages: list(cells[4]))
  }

  subscript(name: String) -> Row? { rows.first { $0.module == name } }

  /// Returns the modules that `name` may import: those in its row and, transitively, those in their rows.
  func closure(of name: String) -> Set<String> {
    var found: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for module in self[next]?.mayImport ?? [] where found.insert(module).inserted { open.append(module) }
    }
    return found
  }
}
