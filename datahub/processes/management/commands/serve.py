"""This command serves DataHub. It starts, watches and ends one web process and one worker process, and a worker of
slow jobs where an engine is offered that needs it."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from datahub.processes import healthy
from datahub.processes.child import Child, GivesUp, child_environment
from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.start import check_data_folder
from datahub.processes.folder import FolderInUse, hold
from datahub.processes.lan import NoNetwork, lan_address
from datahub.processes.parent import Parent

IN_USE = 3
EVERYWHERE = "0.0.0.0"  # noqa: S104 - DataHub listens there only with --lan or --host
PORT_PATIENCE_SECONDS, PORT_LOOK_SECONDS = 2.0, 0.2
MANAGE = str(settings.BASE_DIR / "manage.py")


class Command(BaseCommand):
    help = "Migrate, then serve the web and do jobs until Ctrl-C or SIGTERM."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=settings.PORT, help="0 takes a free one")
        parser.add_argument("--open", action="store_true", help="open the first page in the browser of this machine")
        parser.add_argument("--lan", action="store_true", help="also for phones and others in this machine's network")
        parser.add_argument("--demonstration", action="store_true", help="fill the demonstration survey, once")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        os.umask(0o077)  # nobody else can read database, mail and keys, whoever made the data folder
        if options["lan"]:
            host, options["lan"] = EVERYWHERE, open_to_the_network()
        try:
            with hold(settings.DATA / "lock"):
                self._serve(host, port or free_port(host), options)
        except FolderInUse as refusal:
            self.stderr.write(f"DataHub runs already: {refusal}.")
            raise SystemExit(IN_USE) from None

    def _serve(self, host: str, port: int, options: dict[str, Any]) -> None:
        check_pages(settings.RESPOND_BUNDLE / "respond.html", settings.STUDIO_BUNDLE / "studio.html")
        check_port(host, port)
        if options["lan"]:
            os.environ["DATAHUB_SHARED_AT"] = f"http://{options['lan']}:{port}"
        # WhiteNoise warns if the folder of static files is missing.
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
        call_command("migrate", interactive=False, verbosity=0)
        try:
            check_data_folder()
        except FolderRefused as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as error:
            raise CommandError(f"The data folder cannot be tested: {error.strerror}.") from None
        connections.close_all()
        local = "127.0.0.1" if host in {EVERYWHERE, ""} else host
        url = f"http://[{local}]:{port}" if ":" in local else f"http://{local}:{port}"
        web = [sys.executable, "-m", "datahub.processes.web", host, str(port)]
        children = [Child("web", web, answers=lambda: is_ready(local, port)), *workers()]

        def on_ready() -> subprocess.Popen[bytes] | None:
            self.stdout.write(f"DataHub is ready at {url}/")
            if mail := getattr(settings, "EMAIL_FILE_PATH", None):
                self.stdout.write(f"Mail, such as the code of a sign-up, is written to files in {mail}")
            self.stdout.flush()
            if options["lan"]:
                self.stdout.write(f"Others in this network reach it at http://{options['lan']}:{port}/")
                self.stdout.write("They use plain http: whoever runs the network could change the page on its way.")
                self.stdout.flush()
            if options["open"]:
                webbrowser.open(f"{url}/")
            if options["demonstration"]:
                demonstrate = [sys.executable, MANAGE, "demonstrate", "--skip-checks", "--url", url]
                demonstrate += ["--phones", f"http://{options['lan']}:{port}"] if options["lan"] else []
                return subprocess.Popen(demonstrate, env=child_environment())  # noqa: S603 - the command line is made here
            return None

        parent = Parent(children, on_ready=on_ready)
        parent.stop_on(signal.SIGTERM, signal.SIGINT)
        try:
            parent.run()
        except GivesUp as reason:
            raise CommandError(f"DataHub cannot start: {reason}. The lines above say why.") from None


def workers() -> list[Child]:
    usual = [sys.executable, MANAGE, "worker", "--skip-checks"]
    slow = [Child("slow worker", [*usual, "--slow"])] if settings.AIM_PYTHON else []
    return [Child("worker", usual), Child("long worker", [*usual, "--long"]), *slow]


def open_to_the_network() -> str:
    """Returns this machine's address in its network, and lets the child processes answer to that address."""
    try:
        address = lan_address()
    except NoNetwork as reason:
        raise CommandError(f"--lan finds no way to this machine: {reason}.") from None
    os.environ["DATAHUB_HOSTS"] = ",".join([*settings.ALLOWED_HOSTS, address])
    return address


def check_pages(*pages: Path) -> None:
    missing = [str(page.relative_to(settings.BASE_DIR)) for page in pages if not page.is_file()]
    if missing:
        raise CommandError(
            f"{' and '.join(missing)} are not built. Build them with: cd frontend && npm ci && npm run build"
        )


def free_port(host: str) -> int:
    with listen(host, 0) as probe:
        return int(probe.getsockname()[1])


def listen(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def check_port(host: str, port: int) -> None:
    """Checks that a port is free. granian would try and die five times; this says at once what is wrong.

    A web process whose parent was killed a moment ago still listens for as long as it takes to notice.
    """
    deadline = time.monotonic() + PORT_PATIENCE_SECONDS
    while True:
        try:
            listen(host, port).close()
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                detail = f"Port {port} of {host} cannot be used: {error.strerror}. Choose another with --port."
                raise CommandError(detail) from None
            time.sleep(PORT_LOOK_SECONDS)
        else:
            return


def is_ready(host: str, port: int) -> bool:
    """Returns whether the web process answers under the first allowed host."""
    return healthy.is_ready(host, port, settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost"))
