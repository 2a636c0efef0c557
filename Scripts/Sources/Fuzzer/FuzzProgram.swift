import CFuzzer
import Platform

/// Runs libFuzzer on one case. The first argument is the name of the case; the others are libFuzzer's.
@main
enum FuzzProgram {
  private static let name = CommandLine.arguments.dropFirst().first ?? ""
  private static let fuzzCase = fuzzCases.first { $0.name == name }

  private static var names: String { fuzzCases.map { $0.name }.joined(separator: " ") }

  /// Ends the process without objects that would be reported as leaks.
  static func main() {
    if name == "--list" {
      print(names)
    } else if fuzzCase == nil {
      StandardStream.error.write(line: "unknown fuzz case '\(name)' (available: \(names))")
      OwnProcess.exit(2)
    } else {
      var count = CommandLine.argc - 1
      var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
      OwnProcess.exit(LLVMFuzzerRunDriver(&count, &arguments) { FuzzProgram.check($0, $1) })
    }
  }

  /// Ends the process if the case throws; libFuzzer then writes the input to a file.
  private static func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let fuzzCase else { return 0 }
    do { try fuzzCase.check(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch { fatalError("\(name): \(error)") }
    return 0
  }
}
