import Glibc
import Launch
import Presentation

/// The entry point of `holocron`.
public enum Program {
  /// Runs the command in `words` and ends the process with its exit code. Must be called on the main thread.
  public static func run(_ words: [String]) -> Never {
    SignalHandler.install()
    let session = Session(words: words, environment: .process)
    MainThreadExecutor().run {
      let code = await session.run()
      // All output is written unbuffered, so there is no need to wait for the threads of the bus.
      _exit(code.number)
    }
  }
}
