import HTTPTypes
import HummingbirdCore
import Platform

extension SWAPIRequest {
  init(_ request: Request) {
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "/", host: request.head.authority,
      forwardedScheme: request.headers.first { $0.name.canonicalName == "x-forwarded-proto" }?.value, accept: request.headers[.accept],
      ifNoneMatch: request.headers[.ifNoneMatch], time: SystemTime.milliseconds)
  }
}

extension SWAPIResponse {
  /// The response with its fields.
  var plan: ResponsePlan {
    var plan = ResponsePlan(status: status == 304 ? .notModified : HTTPResponse.Status(code: status))
    if status != 304 { plan.fields[.contentType] = contentType }
    for field in fields {
      if let name = HTTPField.Name(field.name) { plan.fields[name] = field.value }
    }
    plan.fields[.eTag] = entityTag
    plan.fields[.location] = location
    if status != 304 { plan.body = body }
    return plan
  }
}
