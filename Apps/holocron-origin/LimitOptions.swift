import Hosting
import Origin

/// The options of `holocron-origin` for clients that make no progress.
enum LimitOptions {
  private static let times = SettingSyntax<Duration>.duration(.zero ... .seconds(86_400))
  private static let defaults = ConnectionLimits()

  static let idle = Setting(
    "origin.idle-timeout", times, default: defaults.idle ?? .zero, "Close connections without a request after this time; 0 = never")
  static let request = Setting(
    "origin.request-timeout", times, default: defaults.request ?? .zero,
    "Close connections whose request has not arrived after this time; 0 = never")
  static let write = Setting(
    "origin.write-timeout", times, default: defaults.write ?? .zero,
    "Reset connections whose client has read nothing for this time; 0 = never")
  static let connections = Setting(
    "origin.max-connections", .integer(1...1_000_000), default: defaults.connections, "Maximum number of connections; further ones wait")

  static let all = SettingsGroup([idle, request, write, connections])

  static func limits(_ reader: SettingsReader) throws(HostError) -> ConnectionLimits {
    func time(_ setting: Setting<Duration>) throws(HostError) -> Duration? {
      let time = try reader.value(setting)
      return time > .zero ? time : nil
    }
    return ConnectionLimits(
      idle: try time(idle), request: try time(request), write: try time(write), connections: try reader.value(connections))
  }
}
