"""This route reads the body and answers at once: it shows the most that the server and the load client can do."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from datahub.processes.family import end_with_parent

ANSWER = b'{"state":"accepted"}'

end_with_parent()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    start_response("202 Accepted", [("Content-Type", "application/json"), ("Content-Length", str(len(ANSWER)))])
    return [ANSWER]
