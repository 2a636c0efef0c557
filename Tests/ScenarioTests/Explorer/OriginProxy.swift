import TestSupport

/// A proxy in front of a `holocron-origin` that replaces text in responses and delays responses, controlled by the test.
struct OriginProxy {
  /// The root of its API.
  let base: String
  private let process: RunningProcess
  private let sandbox: Sandbox

  init(before base: String, in sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    try sandbox.directory.write(Self.program, to: "changing-origin.py")
    try sandbox.directory.write("", to: "changes")
    try sandbox.directory.write("", to: "held")
    process = try await RunningProcess.start(
      "/usr/bin/env", ["python3"] + ["changing-origin.py", "changes", "held"].map(sandbox.directory.file) + [base],
      environment: sandbox.environment, keeping: sandbox.directory)
    self.base = try await process.firstLine()
  }

  /// Replaces `old` with `new` in all following responses.
  func replace(_ old: String, with new: String) throws { try sandbox.directory.write("\(old)\n\(new)\n", to: "changes") }

  /// Holds responses to requests whose target contains `part` until ``release()``.
  func hold(_ part: String) throws { try sandbox.directory.write(part, to: "held") }

  func release() throws { try sandbox.directory.write("", to: "held") }

  /// The program. It exits at end of file on standard input, so that it never outlives the test.
  private static let program = #"""
    import http.server, os, sys, threading, time, urllib.error, urllib.request

    changes, held, base = sys.argv[1:4]
    root = base[: base.index("/", len("http://"))]


    class Origin(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            while (part := open(held).read()) and part in self.path:
                time.sleep(0.02)
            own = f"http://127.0.0.1:{self.server.server_address[1]}"
            try:
                with urllib.request.urlopen(root + self.path) as answer:
                    status, body = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, body = error.code, error.read()
            body = body.replace(root.encode(), own.encode())
            pair = open(changes, "rb").read().splitlines()
            if len(pair) == 2:
                body = body.replace(pair[0], pair[1])
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass


    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}{base[len(root):]}", flush=True)
    server.serve_forever()
    """#
}
