/// The services there are.
public enum OfferedServices {
  /// Every folder of this module, once, from the back to the front: what a service needs stands before it. A test compares the two.
  public static let all: [any OfferedService.Type] = [
    FetchOffer.self,
    CacheOffer.self,
    SearchOffer.self,
  ]
}
