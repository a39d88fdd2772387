-- For wrk: posts one line of a file after the other; arguments are the file, how many lines to skip, and a token or nothing.
local lines

function init(args)
  lines = io.lines(args[1])
  for _ = 1, tonumber(args[2]) do lines() end
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  if args[3] ~= "" then wrk.headers["Authorization"] = "Bearer " .. args[3] end
end

function request()
  return wrk.format(nil, nil, nil, lines() or error("the file of bodies has ended"))
end

function done(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format('{"answered": %d, "refused": %d, "seconds": %f, "p50_ms": %f, "p99_ms": %f}\n',
    summary.requests, summary.errors.status + failed, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
