import Hosting
import Origin

/// The options of `holocron-origin` that replace the catalogue: another server, which is recorded, or a recording.
enum RecordingOptions {
  static let record = Setting(
    "origin.record", .text("the URL of a server", valueName: "url"), default: "", defaultText: "none",
    "Forward requests to the server with this API root, and write its answers to the file of --to")
  static let to = Setting(
    "origin.to", .text("a file", valueName: "file"), default: "", defaultText: "none", "Write the recording of --record to this new file")
  static let forwardHost = Setting(
    "origin.forward-host", .flag, default: false, "Send clients' Host to the recorded server, so that its links lead here")
  static let replay = Setting(
    "origin.replay", .text("a file", valueName: "file"), default: "", defaultText: "none",
    "Answer as the server in this recording did: with its status codes, fields and bodies")
  static let timing = Setting("origin.timing", .flag, default: false, "Repeat the times of a recording, too")

  static let all = SettingsGroup([record, to, forwardHost, replay, timing])

  /// Returns what the server answers from; `nil` for the catalogue.
  static func source(_ host: Host) throws -> (any AnswerSource)? {
    let reader = host.settings
    let (url, file, recording) = (try reader.value(record), try reader.value(to), try reader.value(replay))
    guard url.isEmpty == file.isEmpty else { throw HostError(.usage, "--record URL and --to FILE need each other") }
    guard url.isEmpty || recording.isEmpty else { throw HostError(.usage, "choose one of --record and --replay") }
    if url.isEmpty { try refuse(forwardHost, without: "--record URL", reader) }
    if recording.isEmpty { try refuse(timing, without: "--replay FILE", reader) }
    do throws(OriginServerError) {
      if !url.isEmpty {
        return try RecordingProxy(
          to: url, file: file, forwardsHost: (try? reader.value(forwardHost)) ?? false, logger: host.logger)
      }
      if !recording.isEmpty {
        return ReplaySource(try Recording(file: recording), keepsTiming: (try? reader.value(timing)) ?? false)
      }
    } catch { throw HostError(error) }
    return nil
  }

  /// Throws if the command line has an option that has no effect. In a file, it may be for another run.
  private static func refuse(_ flag: Setting<Bool>, without needed: String, _ reader: SettingsReader) throws(HostError) {
    guard let source = reader.source(of: flag), source.hasPrefix("--") else { return }
    throw HostError(.usage, "\(source) needs \(needed)")
  }
}
