import Glibc
import Launch
import Presentation

@main
enum Holocron {
  static func main() {
    Interruption.install()
    let session = Session(words: Array(CommandLine.arguments.dropFirst()), environment: .process)
    MainThread().run {
      let code = await session.run()
      // Everything is written, nothing is buffered: there is no reason to wait for the threads of the bus.
      _exit(code.number)
    }
  }
}
