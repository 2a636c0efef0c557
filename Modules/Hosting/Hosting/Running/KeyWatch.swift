import Logging
import MessageBus

/// Keeps the keys that a broker accepts those in their folder, and logs which files it cannot use. Reads all files every second: they are few and
/// small, and unlike their times, their contents miss no change.
struct KeyWatch: Sendable {
  private struct Reading: Hashable {
    var keys = AuthorizedKeys()
    var damages: [String] = []
  }

  private let folder: KeyFolder
  private let logger: Logger
  private let first: Reading

  private static let interval = Duration.seconds(1)

  /// Reads the keys. Throws if the folder cannot be trusted or read.
  init(_ folder: KeyFolder, logger: Logger) throws(BusError) {
    (self.folder, self.logger) = (folder, logger)
    first = try Self.read(folder)
  }

  /// The keys that were in the folder at first.
  var keys: AuthorizedKeys { first.keys }

  /// Gives `broker` the keys of the folder, until the task is cancelled. While the folder cannot be read, the keys stay as they are.
  func run(_ broker: Broker) async {
    log(first)
    var (last, failure) = (first, "")
    while (try? await Task.sleep(for: Self.interval)) != nil {
      do throws(BusError) {
        let reading = try Self.read(folder)
        failure = ""
        guard reading != last else { continue }
        broker.authorize(reading.keys)
        log(reading)
        last = reading
      } catch {
        if error.message != failure { logger.warning("cannot read the keys; they stay as they were", metadata: ["reason": "\(error)"]) }
        failure = error.message
      }
    }
  }

  private static func read(_ folder: KeyFolder) throws(BusError) -> Reading {
    let (keys, damaged) = try folder.authorized()
    return Reading(keys: keys, damages: damaged.map(\.message))
  }

  private func log(_ reading: Reading) {
    for damage in reading.damages { logger.warning("a key is not authorised", metadata: ["reason": "\(damage)"]) }
    logger.notice(
      "peers on tcp need one of the authorised keys", metadata: ["keys": "\(reading.keys.holders.count)", "folder": "\(folder.path)"])
  }
}
