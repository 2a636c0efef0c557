import Glibc
import Launch
import Presentation

/// The program `holocron`: finds the command that the words name, runs it, and ends with its exit code.
public enum Program {
  /// Never returns. Must be called on the main thread.
  public static func run(_ words: [String]) -> Never {
    Interruption.install()
    let session = Session(words: words, environment: .process)
    MainThread().run {
      let code = await session.run()
      // Everything is written, nothing is buffered: there is no reason to wait for the threads of the bus.
      _exit(code.number)
    }
  }
}
