@testable import MessageBus

/// The body of a request or of its replies: names the request.
struct RequestContent: Hashable, BrokerContent {
  let request: Int
  /// Seconds until the deadline when the request was sent.
  let seconds: Int
  let isRetryable: Bool
  let isReserved = false
  let senderName: String? = nil

  var byteCount: Int { 1 }
  var id: [UInt8] { [UInt8(clamping: request)] }

  func scanFields() -> FieldScan {
    var fields = "deadline: \(seconds * 1_000)"
    return fields.withUTF8 { FieldScan(UnsafeRawBufferPointer($0)) }
  }
}

/// A message on the network.
enum Message: Hashable, CustomStringConvertible {
  // Between clients and the broker.
  case ask(RequestContent)
  case cancel(Int)
  case answer(isFinal: Bool, Int)
  case refusal(BrokerMachine<RequestContent>.Refusal, Int)
  // Between workers and the broker.
  case ready(credit: Int)
  case request(ClientAddress, RequestContent)
  case drop(ClientAddress)
  case reply(isFinal: Bool, ClientAddress, RequestContent)
  case heartbeat
  case credit(Int)
  case handBack(ClientAddress)
  case disconnect

  var description: String {
    switch self {
    case .ask(let content): "request \(content.request)"
    case .cancel(let request): "cancellation of \(request)"
    case .answer(let isFinal, let request): "\(isFinal ? "final reply" : "part of the reply") to \(request)"
    case .refusal(let refusal, let request): "refusal of \(request): \(refusal)"
    case .ready(let credit): "READY with credit \(credit)"
    case .request(let address, let content): "REQUEST \(content.request) as delivery \(address.delivery)"
    case .drop(let address): "HEARTBEAT that cancels delivery \(address.delivery)"
    case .reply(let isFinal, let address, let content):
      "\(isFinal ? "FINAL" : "PARTIAL") for \(content.request), delivery \(address.delivery)"
    case .heartbeat: "HEARTBEAT"
    case .credit(let credit): "HEARTBEAT with credit \(credit)"
    case .handBack(let address): "HEARTBEAT that hands back delivery \(address.delivery)"
    case .disconnect: "DISCONNECT"
    }
  }
}
