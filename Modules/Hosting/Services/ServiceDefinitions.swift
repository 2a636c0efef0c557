/// The services there are.
public enum ServiceDefinitions {
  /// Every folder of this module, once, from the back to the front: what a service needs stands before it. A test compares the two.
  public static let all: [any ServiceDefinition.Type] = [
    FetchServiceDefinition.self,
    CacheServiceDefinition.self,
    SearchServiceDefinition.self,
  ]
}
