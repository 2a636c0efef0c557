public import MessageBus
public import Models

/// `GET /{kind}/{id}`: one record. Offered by the cache and the fetch service.
public struct RecordRequest: Contract {
  public var reference: Reference
  public var validation: Validation

  public init(_ reference: Reference, validation: Validation = Validation()) {
    self.reference = reference
    self.validation = validation
  }

  public var request: Request {
    Request("GET", Target([reference.kind.text, String(reference.id)]), fields: validation.fields)
  }

  public init?(_ request: Request) throws(Problem) {
    let path = request.target.path
    guard request.method == "GET", path.count == 2 else { return nil }
    // Runs on the bus thread for every cache hit, so the components are not joined only to be split again.
    guard let kind = KindName(path[0]), let id = Int(path[1]), id > 0, String(id) == path[1] else {
      throw .badRequest("path", "'\(path[0])/\(path[1])' is not a record reference: use KIND/ID, for example people/1")
    }
    self.init(Reference(kind, id), validation: Validation(request.fields))
  }

  public typealias Answer = CachedResponse
}
