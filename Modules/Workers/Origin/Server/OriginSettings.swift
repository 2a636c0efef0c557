/// How an ``OriginServer`` is set up.
public struct OriginSettings: Sendable, Hashable {
  /// The name or address to listen on.
  public var host: String
  /// 0 lets the system choose.
  public var port: Int
  /// Records a page; 1 or more.
  public var pageSize: Int
  /// How long each answer is held back.
  public var latency: Duration

  public init(host: String = "127.0.0.1", port: Int = 1138, pageSize: Int = 10, latency: Duration = .zero) {
    self.host = host
    self.port = port
    self.pageSize = pageSize
    self.latency = latency
  }
}
