import Hosting
import Origin

/// The options of `holocron-origin` that replace the catalogue: another server, which is recorded, or a recording.
enum RecordingOptions {
  static let record = Setting(
    "origin.record", .text("the URL of a server", valueName: "url"), default: "", defaultText: "none",
    "Forward requests to the server with this API root, and write its answers to the file of --to")
  static let to = Setting(
    "origin.to", .text("a file", valueName: "file"), default: "", defaultText: "none", "Write the recording of --record to this new file")
  static let replay = Setting(
    "origin.replay", .text("a file", valueName: "file"), default: "", defaultText: "none",
    "Answer as the server in this recording did: with its status codes, fields and bodies")
  static let timing = Setting("origin.timing", .flag, default: false, "Repeat the times of a recording, too")

  static let all = SettingsGroup([record, to, replay, timing])

  /// Returns what the server answers from; `nil` for the catalogue.
  static func source(_ host: Host) throws -> (any AnswerSource)? {
    let reader = host.settings
    let (url, file, recording) = (try reader.value(record), try reader.value(to), try reader.value(replay))
    guard url.isEmpty == file.isEmpty else { throw HostError(.usage, "--record URL and --to FILE need each other") }
    guard url.isEmpty || recording.isEmpty else { throw HostError(.usage, "choose one of --record and --replay") }
    // In a file, it may be for another run.
    if recording.isEmpty, let option = reader.source(of: timing), option.hasPrefix("--") {
      throw HostError(.usage, "\(option) needs --replay FILE")
    }
    do throws(OriginServerError) {
      if !url.isEmpty {
        return try RecordingProxy(to: url, file: file, logger: host.logger)
      }
      if !recording.isEmpty {
        return ReplaySource(try Recording(file: recording), keepsTiming: (try? reader.value(timing)) ?? false)
      }
    } catch { throw HostError(error) }
    return nil
  }
}
