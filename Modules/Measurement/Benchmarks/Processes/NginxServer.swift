import Platform

/// nginx on a port of 127.0.0.1, with one process.
struct NginxServer {
  let process: ChildProcess
  private let bench: Workbench

  /// - Parameters:
  ///   - prefix: directives of the block `http`.
  ///   - locations: directives of the block `server`.
  init(on bench: Workbench, port: UInt16, prefix: String = "", locations: String) throws(BenchmarkError) {
    self.bench = bench
    let configuration = """
      daemon off;
      master_process off;
      pid \(bench.file("nginx.pid"));
      events { worker_connections 1024; }
      http {
        access_log off;
        client_body_temp_path \(bench.file("nginx-body"));
        proxy_temp_path \(bench.file("nginx-proxy"));
        fastcgi_temp_path \(bench.file("nginx-fastcgi"));
        uwsgi_temp_path \(bench.file("nginx-uwsgi"));
        scgi_temp_path \(bench.file("nginx-scgi"));
        keepalive_requests 1000000000;
        default_type application/json;
        \(prefix)
        server {
          listen 127.0.0.1:\(port);
          \(locations)
        }
      }

      """
    do { try RegularFile.replace(bench.file("nginx.conf"), with: Array(configuration.utf8)) } catch { throw BenchmarkError("\(error)") }
    process = try bench.start(foreign: ["nginx", "-e", bench.file("nginx.log"), "-p", bench.file(""), "-c", bench.file("nginx.conf")])
  }

  /// Waits until a URL has an answer with the status 200, and returns the answer.
  @discardableResult func wait(for url: String) throws(BenchmarkError) -> [UInt8] {
    try bench.wait(for: "nginx") { () throws(BenchmarkError) in bench.outputIfAny(["curl", "-sf", url]) }
  }
}
