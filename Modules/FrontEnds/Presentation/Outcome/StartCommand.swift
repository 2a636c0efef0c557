/// Returns the command that starts the services on `bus`, the value of `--bus`: a fleet on another bus would not help.
package func startCommand(bus: String?) -> String { "holocron up" + (bus.map { " --bus \($0)" } ?? "") }
