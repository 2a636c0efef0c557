public import ArgumentParser

/// The flags every service takes. An app adds them with `@OptionGroup var host: HostOptions`.
public struct HostOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.bus.help) var bus: String?
  @Option(help: HostSettings.events.help) var events: String?
  @Option(help: HostSettings.logLevel.help) var logLevel: String?
  @Option(help: HostSettings.logFormat.help) var logFormat: String?
  @Option(help: HostSettings.drainTimeout.help) var drainTimeout: String?
  @Flag(help: HostSettings.lifeline.help) var lifeline = false
  @Option(
    help: ArgumentHelp("Log to this file instead of standard error; at 1 MiB it becomes FILE.1, which is replaced", valueName: "file"))
  var logFile: String?
  @Flag(help: "Change to / once the settings are read, for a service that stays in the background") var detached = false
  @Option(
    help: ArgumentHelp(
      "Configuration file (default: holocron/config.json in $XDG_CONFIG_HOME or ~/.config; HOLOCRON_CONFIG)", valueName: "file"))
  var config: String?

  public init() {}

  var given: [GivenFlag] {
    [
      HostSettings.bus.given(bus), HostSettings.events.given(events), HostSettings.logLevel.given(logLevel),
      HostSettings.logFormat.given(logFormat), HostSettings.drainTimeout.given(drainTimeout), HostSettings.lifeline.given(lifeline),
    ]
  }
}
