public import ArgumentParser

/// Command-line options common to all services. An app adds them with `@OptionGroup var host: HostOptions`.
public struct HostOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.logLevel.help) var logLevel: String?
  @Option(help: HostSettings.logFormat.help) var logFormat: String?
  @Option(help: HostSettings.drainTimeout.help) var drainTimeout: String?
  @Flag(help: HostSettings.lifeline.help) var lifeline = false
  @Option(
    help: ArgumentHelp("Log to a file instead of standard error (rotated to FILE.1 at 1 MiB)", valueName: "file"))
  var logFile: String?
  @Flag(help: "Change to the directory / after reading the settings, to run in the background") var detached = false
  @Flag(help: "Check the settings and exit: with 0, or with an error and 2") var checkSettings = false
  @Flag(help: ArgumentHelp("Print the settings as JSON and exit", visibility: .private)) var listSettings = false
  @Option(
    help: ArgumentHelp(
      "Read settings from this file alone (default: holocron/config.json in $XDG_CONFIG_HOME or ~/.config, then in /etc; HOLOCRON_CONFIG)",
      valueName: "file"))
  var config: String?

  public init() {}

  var given: [FlagValue] {
    [
      HostSettings.logLevel.given(logLevel), HostSettings.logFormat.given(logFormat), HostSettings.drainTimeout.given(drainTimeout),
      HostSettings.lifeline.given(lifeline),
    ]
  }
}
