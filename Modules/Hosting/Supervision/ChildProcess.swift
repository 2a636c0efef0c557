import Platform

/// A running child process. Its standard input is a pipe that closes when this process ends, for any reason.
struct ChildProcess: Sendable {
  private let process: SpawnedProcess
  private let lifeline, output: Descriptor
  private let log: ChildLog

  var id: Int32 { process.id }

  /// Starts the process, which inherits the environment of this one with some additions.
  init(_ specification: ChildSpecification, log: ChildLog, environment: [String: String]) throws(SystemError) {
    self.log = log
    let (input, output) = (try Pipe(), try Pipe())
    var spawn = Spawn(specification.executable, specification.arguments)
    spawn.additions = environment
    (spawn.input, spawn.output, spawn.errors) = (.descriptor(input.readEnd), .descriptor(output.writeEnd), .descriptor(output.writeEnd))
    // Ctrl-C in the terminal reaches only the supervisor, which stops the children in order.
    spawn.hasOwnGroup = true
    process = try spawn.start()
    (lifeline, self.output) = (input.writeEnd, output.readEnd)
  }

  /// Copies the output of the process to the log, and returns how the process has ended. Uses one sleeping thread.
  func ending() async -> ProcessEnding {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try BackgroundThread.start { [self] in
          var splitter = LineSplitter()
          do throws(SystemError) {
            while case let bytes = try output.read(upTo: 65_536), !bytes.isEmpty {
              bytes.withUnsafeBytes { splitter.append($0) }.forEach(log.append)
            }
          } catch {
            log.append("cannot read further output: \(error.reason)")
          }
          if let line = splitter.finish() { log.append(line) }
          continuation.resume(returning: process.wait())
        }
      } catch {
        log.append("no thread can be started: \(error.reason)")
        Signal.kill.send(to: process.id)
        continuation.resume(returning: process.wait())
      }
    }
  }
}
