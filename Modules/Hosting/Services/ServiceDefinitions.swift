/// The list of services.
public enum ServiceDefinitions {
  /// One definition per folder of this module, with dependencies first. A test compares the list with the folders.
  public static let all: [any ServiceDefinition.Type] = [
    FetchServiceDefinition.self,
    CacheServiceDefinition.self,
    SearchServiceDefinition.self,
  ]
}
