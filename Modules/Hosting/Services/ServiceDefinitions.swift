public import ArgumentParser

/// The options of all services, for a process that runs all of them.
public struct ServiceDefinitions: ParsableArguments, Sendable {
  @OptionGroup var fetch: FetchServiceDefinition
  @OptionGroup var cache: CacheServiceDefinition
  @OptionGroup var search: SearchServiceDefinition

  public init() {}

  /// One definition per file or folder of this module, with dependencies first. A test compares the list with them.
  public var all: [any ServiceDefinition] { [fetch, cache, search] }
}
