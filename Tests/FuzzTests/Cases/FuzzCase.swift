/// Code that reads bytes from outside. Any bytes are valid input; `check` must return or throw ``BrokenPromise``, in time and memory
/// linear in the input.
protocol FuzzCase: SendableMetatype {
  /// The name of the case on the command line, and of its folder in `Corpus`.
  static var name: String { get }

  /// Reads `input` and checks what the code promises for everything that it accepts.
  static func check(_ input: [UInt8]) throws(BrokenPromise)
}

/// A promise of the code that does not hold for an input.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The fuzz cases. A test compares the list with the folders of `Corpus`.
let fuzzCases: [any FuzzCase.Type] = [
  AnswerCase.self, ConfigCase.self, DialectCase.self, EntryCase.self, FaultsCase.self, FieldsCase.self, FramesCase.self, HTTPCase.self,
  JSONCase.self, QueryCase.self, RecordCase.self, RecordingCase.self, RedisCase.self, SupervisorCase.self, TargetCase.self, TextCase.self,
]

/// Throws ``BrokenPromise`` unless `condition` holds.
func promise(_ condition: Bool, _ description: @autoclosure () -> String) throws(BrokenPromise) {
  if !condition { throw BrokenPromise(description()) }
}
