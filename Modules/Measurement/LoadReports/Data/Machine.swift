extension LoadReport {
  /// The machine that generated the load. What is not known is `nil` or empty.
  public struct Machine: Sendable, Hashable {
    /// Processors that the generator may use.
    public var cores: Int?
    /// The model of the processor: `AMD EPYC 7B13`.
    public var model: String
    /// Bytes of main memory.
    public var memory: Int?
    /// Name and release of the kernel: `Linux 6.1.0-18-amd64`.
    public var kernel: String
    /// Load averages of 1, 5 and 15 minutes just before the run.
    public var load: [Double]

    public init(cores: Int? = nil, model: String = "", memory: Int? = nil, kernel: String = "", load: [Double] = []) {
      self.cores = cores
      self.model = model
      self.memory = memory
      self.kernel = kernel
      self.load = load
    }
  }

  /// What was tested.
  public struct Target: Sendable, Hashable {
    /// The target as the command line names it: `cache`, `fetch`, `echo`, `service`, `http`.
    public var name: String
    /// The endpoint of the bus, or a URL.
    public var address: String
    /// What was requested, in a few words: `GET /people/1`, `keys of the catalogue, zipf 1.1`.
    public var requests: String

    public init(name: String, address: String, requests: String = "") {
      self.name = name
      self.address = address
      self.requests = requests
    }

    /// The address and the requests, as far as they are known. Requests to a URL contain the address, which is then left out.
    var parts: [String] { [requests.hasPrefix(address) ? "" : address, requests].filter { !$0.isEmpty } }
  }

  /// A part of a mix of requests.
  public struct Operation: Sendable, Hashable {
    public var name: String
    public var done: Int
    public var errors: Int
    /// Latencies from the intended send time.
    public var latency: LatencyDistribution

    /// Coarsens the latencies to ``LoadReport/Interval/precision``.
    public init(name: String, done: Int, errors: Int, latency: LatencyDistribution) {
      self.name = name
      self.done = done
      self.errors = errors
      self.latency = latency.coarsened(toBits: Interval.precision)
    }
  }

  /// What the comparison of bodies found.
  public struct Verification: Sendable, Hashable {
    /// What bodies were compared with: `the catalogue`, `the first answer for each key`.
    public var reference: String
    public var verified: Int
    public var wrong: Int
    /// The first errors, whether a wrong body or a failed request, one sentence each.
    public private(set) var examples: [String]

    public static let maximumExamples = 10
    /// In Unicode scalars.
    public static let maximumExampleLength = 500

    /// Keeps the first ``maximumExamples`` examples, and shortens long ones.
    public init(reference: String, verified: Int, wrong: Int, examples: [String] = []) {
      self.reference = reference
      self.verified = verified
      self.wrong = wrong
      self.examples = examples.prefix(Self.maximumExamples).map {
        String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.maximumExampleLength)))
      }
    }
  }

  /// The steps of a search for the highest rate that keeps an objective.
  public struct LimitSearch: Sendable, Hashable {
    /// A trial at one rate.
    public struct Step: Sendable, Hashable {
      /// Requests per second that were asked for.
      public let rate: Double
      /// The measured value with its unit: `7.2 ms`.
      public let measured: String
      public let isKept: Bool

      public init(rate: Double, measured: String, isKept: Bool) {
        self.rate = rate
        self.measured = measured
        self.isKept = isKept
      }
    }

    /// The condition that must hold: `p99<5ms`.
    public var objective: String
    public var steps: [Step]
    /// The highest rate that kept the objective, in requests per second; `nil` if none did.
    public var rate: Double?
    /// What gave out first, as a sentence.
    public var reason: String

    public init(objective: String, steps: [Step], rate: Double?, reason: String) {
      self.objective = objective
      self.steps = steps
      self.rate = rate
      self.reason = reason
    }
  }
}
