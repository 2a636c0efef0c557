/// What valgrind's callgrind counted in a whole process. The file format: https://valgrind.org/docs/manual/cl-format.html
struct CallgrindProfile: Sendable, Hashable {
  /// Instructions of all threads.
  let instructions: Int
  /// Calls of functions that allocate memory.
  let allocations: Int

  /// The functions of libc that Swift, libzmq and C++ allocate with.
  private static let allocators: Set<Substring> = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"]

  init(instructions: Int, allocations: Int) {
    self.instructions = instructions
    self.allocations = allocations
  }

  /// Throws if the file has no sum, which callgrind writes when the process ends.
  init(parsing text: String) throws(BenchmarkError) {
    var instructions: Int?
    var allocations = 0
    // A name is written once, after its number in parentheses: 'cfn=(12) malloc'. Later lines have only the number.
    var allocatorNumbers: Set<Substring> = []
    var isAllocator = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
        let words = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
        guard let number = words.first else { continue }
        if words.count > 1, Self.isAllocator(words[1]) { allocatorNumbers.insert(number) }
        if line.hasPrefix("cfn=") { isAllocator = allocatorNumbers.contains(number) }
      } else if isAllocator, line.hasPrefix("calls=") {
        allocations += line.dropFirst("calls=".count).split(separator: " ").first.flatMap { Int($0) } ?? 0
      } else if line.hasPrefix("totals:") {
        instructions = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      }
    }
    guard let instructions else { throw BenchmarkError("no totals in the profile of callgrind") }
    self.init(instructions: instructions, allocations: allocations)
  }

  /// Names may have a version, `malloc@@GLIBC_2.2.5`, and a depth of recursion, `malloc'2`.
  private static func isAllocator(_ name: Substring) -> Bool { allocators.contains(name.prefix { $0 != "@" && $0 != "'" }) }
}
