import Console
import MessageBus
import Platform
import Presentation
import Text

/// The entry point of `holocron`.
public enum Program {
  /// Runs the command in `words` and ends the process with its exit code. Must be called on the main thread.
  public static func run(_ words: [String]) -> Never {
    SignalHandler.install()
    SocketLimit.lower()
    let session = Session(words: words, environment: .process)
    let executor: MainThreadExecutor
    do { executor = try MainThreadExecutor() } catch {
      StandardOutput.write("holocron: \(error.reason)\n", to: .error)
      OwnProcess.exitAtOnce(ExitCode.failure.number)
    }
    executor.run {
      let code = await session.run()
      // All output is written unbuffered, so there is no need to wait for the threads of the bus.
      OwnProcess.exitAtOnce(code.number)
    }
  }
}
