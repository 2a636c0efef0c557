public import ArgumentParser
import Platform

extension CommandConfiguration {
  /// Returns the configuration of a service. Its option `--version` prints the name and the version: `holocron-cache 0.2.0`.
  public static func service(_ name: String, abstract: String, discussion: String = "") -> CommandConfiguration {
    CommandConfiguration(commandName: name, abstract: abstract, discussion: discussion, version: Version.line(of: name))
  }
}
