public import Models

/// Settings of an ``OriginServer``.
public struct OriginSettings: Sendable, Hashable {
  /// Host name or address to listen on.
  public var host: String
  /// Port to listen on; 0 selects a free port.
  public var port: Int
  /// Records per page; at least 1.
  public var pageSize: Int
  /// Delay before each response is sent, besides the faults.
  public var latency: Latency
  /// Times at which no response is sent; `nil` for none.
  public var stall: OriginStall?
  public var limits: ConnectionLimits

  public init(
    host: String = "127.0.0.1", port: Int = 1138, pageSize: Int = Kinds.pageSize, latency: Latency = .none, stall: OriginStall? = nil,
    limits: ConnectionLimits = ConnectionLimits()
  ) {
    self.host = host
    self.port = port
    self.pageSize = pageSize
    self.latency = latency
    self.stall = stall
    self.limits = limits
  }
}
