/// The table of Modules/README.md.
struct ModuleTable {
  struct Row {
    let module: String
    let purpose: String
    let mayImport: Set<String>
    let packages: Set<String>
  }

  let rows: [Row]

  init(_ text: String) {
    rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| module ") }.compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
        cell.drop { $0 == " " }
      }
      guard cells.count == 6 else { return nil }
      func list(_ cell: Substring) -> Set<String> { Set(cell.split { " ,–".contains($0) }.map(String.init)) }
      return Row(
        module: cells[1].split(separator: " ").joined(), purpose: String(cells[2]), mayImport: list(cells[3]), packages: list(cells[4]))
    }
  }

  subscript(name: String) -> Row? { rows.first { $0.module == name } }

  /// What `name` may import: what its row names, and what those may import.
  func closure(of name: String) -> Set<String> {
    var found: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for module in self[next]?.mayImport ?? [] where found.insert(module).inserted { open.append(module) }
    }
    return found
  }
}
