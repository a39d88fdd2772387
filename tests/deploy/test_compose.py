"""The compose file, the image and the proxy say what the settings know, and give no part more than it needs."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.urls import resolve

from scripts.parts.reference import environment_variables

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
WEBS, WORKERS = ("web", "web-2"), ("worker", "worker-2")
OURS = ("migrate", *WEBS, *WORKERS, "long-worker", "aim")
ONCE = {"migrate", "certificates"}
CADDYFILE = (DEPLOY / "Caddyfile").read_text("utf-8")
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
LEFT_WITHOUT_A_DEFAULT = {
    "DATAHUB_LARGEST_UPLOAD",
    "DATAHUB_SESSION_HOURS",
    "DATAHUB_SESSION_IDLE_HOURS",
    "DATAHUB_SHARED_AT",
}  # Other settings give the defaults of these.


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting_and_every_setting_is_a_variable_or_has_a_default(name: str) -> None:
    given = {variable.removesuffix("_FILE") for variable in SERVICES[name]["environment"]}
    defaults = {variable: default for variable, _, default in environment_variables()}
    assert given <= defaults.keys()
    assert {variable for variable in defaults.keys() - given if not defaults[variable]} == LEFT_WITHOUT_A_DEFAULT


@pytest.mark.parametrize("name", SERVICES)
def test_a_part_has_no_more_rights_than_it_needs(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service
    assert name == "certificates" or not str(service["user"]).startswith("0")
    assert set(service.get("cap_add", [])) <= {"NET_BIND_SERVICE", "CHOWN"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_part_that_stays_says_whether_it_is_well_and_comes_back(name: str) -> None:
    if name in ONCE:
        assert SERVICES[name]["restart"] == "no"
    else:
        assert SERVICES[name]["healthcheck"]["test"]
        assert SERVICES[name]["restart"] == "unless-stopped"


def test_images_have_exact_tags() -> None:
    named = [service["image"] for name, service in SERVICES.items() if name not in OURS]
    stages = re.findall(r"^FROM \S+ AS (\S+)$", CONTAINERFILE, re.MULTILINE)
    named += [image for image in re.findall(r"^FROM (\S+)", CONTAINERFILE, re.MULTILINE) if image not in stages]
    assert len(named) >= 6
    exact = re.compile(r"[a-z]+(:\d+\.\d+(\.\d+)?-\w+(-\w+)?|@sha256:[0-9a-f]{64})")
    assert [image for image in named if not exact.fullmatch(image)] == []


def test_volumes_secrets_and_networks_are_declared() -> None:
    for service in SERVICES.values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert source in COMPOSE["volumes"] or source == "./Caddyfile"
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
        assert set(service.get("networks", [])) <= set(COMPOSE["networks"])


def test_the_database_and_the_broker_have_no_way_out() -> None:
    for name in ("db", "redis"):
        assert SERVICES[name]["networks"] == ["inside"]
        assert "ports" not in SERVICES[name]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]


def test_no_secret_stands_in_a_file_of_ours() -> None:
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if re.search("SECRET|PASSWORD|TOKEN|_URL", name):
                assert name.endswith("_FILE"), name
                assert value.startswith("/run/secrets/"), name


def test_init_draws_every_secret_once(tmp_path: Path) -> None:
    script = tmp_path / "init"
    script.write_bytes((DEPLOY / "init").read_bytes())
    script.chmod(0o755)
    subprocess.run([script, "survey.example.org"], check=True, capture_output=True)
    first = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert set(first) == set(COMPOSE["secrets"])
    assert (tmp_path / ".env").read_text() == "DATAHUB_HOST=survey.example.org\n"
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    subprocess.run([script], check=True, capture_output=True)
    assert {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()} == first
    password = re.findall(r"^requirepass (\w{64})$", first["redis_conf"], re.MULTILINE)
    assert first["redis_url"] == f"redis://:{password[0]}@redis:6379/0"
    drawn = ("secret_key", "root_passphrase", "postgres_password", "metrics_token")
    assert len({password[0], *(first[name] for name in drawn)}) == 5


def test_the_image_is_made_from_the_locks_and_runs_as_nobody_special() -> None:
    assert "npm ci" in CONTAINERFILE
    assert "--require-hashes -r /build/requirements.txt" in CONTAINERFILE
    assert re.search(r"^USER 10001:10001$", CONTAINERFILE, re.MULTILINE)
    series = re.search(r"postgresql-client-(\d+)", CONTAINERFILE)
    assert series is not None
    assert SERVICES["db"]["image"].startswith(f"postgres:{series[1]}.")  # pg_dump refuses a newer server.


def test_what_aim_needs_is_in_the_image_of_its_own_worker_alone() -> None:
    stages = dict(re.findall(r"^FROM \S+ AS (\S+)$(.*?)(?=^FROM |\Z)", CONTAINERFILE, re.MULTILINE | re.DOTALL))
    assert [name for name, does in stages.items() if "aim" in does] == ["packages-of-aim", "aim"]
    assert {name: SERVICES[name]["build"]["target"] for name in OURS} == {
        name: "aim" if name == "aim" else "datahub" for name in OURS
    }
    assert SERVICES["aim"]["profiles"] == ["aim"]
    assert "--slow" in SERVICES["aim"]["command"]
    assert "--long" in SERVICES["long-worker"]["command"]
    assert "outgoing" not in SERVICES["long-worker"]["networks"]
    assert "outgoing" not in SERVICES["aim"]["networks"]


@pytest.mark.parametrize("twins", [WEBS, WORKERS])
def test_the_second_of_a_kind_is_as_the_first(twins: tuple[str, str]) -> None:
    first, second = (SERVICES[name] for name in twins)
    assert first == second


def test_every_process_sees_the_one_data_folder() -> None:
    for name in OURS:
        assert "data:/data" in SERVICES[name]["volumes"]
        assert SERVICES[name]["environment"]["DATAHUB_DATA"] == "/data"


def test_the_proxy_asks_every_web_in_turn_and_each_counts_its_part_of_a_limit() -> None:
    """A caller who was always sent to one web would be held to the part of that one."""
    upstreams = re.search(r"reverse_proxy (.+) \{", CADDYFILE)
    assert upstreams is not None
    assert upstreams[1].split() == [f"{name}:8000" for name in WEBS]
    assert "lb_policy round_robin" in CADDYFILE
    for name in OURS:
        assert SERVICES[name]["environment"]["DATAHUB_WEB_PROCESSES"] == str(len(WEBS))


def test_the_proxy_leaves_out_a_web_that_does_not_answer_by_a_path_that_exists() -> None:
    path = re.search(r"health_uri (\S+)", CADDYFILE)
    assert path is not None
    assert resolve(path[1]).route == "api/v1/health/live/"
    assert "Host {$DATAHUB_HOST}" in CADDYFILE  # Django answers 400 to another name.
    assert "X-Forwarded-Proto https" in CADDYFILE  # It sends others on to HTTPS.


def test_the_database_has_room_for_the_connections_of_all_processes() -> None:
    room = re.search(r"max_connections=(\d+)", " ".join(SERVICES["db"]["command"]))
    assert room is not None
    workers = [int(command[command.index("--threads") + 1]) for command in worker_commands() if "--threads" in command]
    assert len(workers) == len(WORKERS) + 1
    # A worker has a doorbell, a clock, a heartbeat for each job, and one that tests the data folder.
    assert int(room[1]) >= len(WEBS) * settings.THREADS + sum(2 * threads + 3 for threads in workers) + 20


def worker_commands() -> list[list[str]]:
    return [service["command"] for service in SERVICES.values() if "worker" in service.get("command", [])]


def test_the_proxy_speaks_tls_1_2_or_newer() -> None:
    assert "protocols tls1.2 tls1.3" in CADDYFILE


def test_the_proxy_keeps_no_log_of_requests_and_passes_on_no_hearsay() -> None:
    code = re.sub(r"#.*", "", CADDYFILE)
    assert not re.search(r"^\s*log\b", code, re.MULTILINE)
    assert "header_up X-Forwarded-For {remote_host}" in code
    assert SERVICES["web"]["environment"]["DATAHUB_PROXIES"] == "1"
    for header in ("-Forwarded", "-X_*", "-X-Forwarded_*"):
        assert f"header_up {header}\n" in code


def test_the_proxy_reads_bodies_whole_within_limits_and_hides_the_metrics() -> None:
    assert "request_buffers 4MiB" in CADDYFILE
    assert re.search(r"request_body @reports \{\s+max_size 8KiB", CADDYFILE)
    for limit in ("read_header 10s", "read_body 30s", "max_header_size 16KB"):
        assert limit in CADDYFILE
    assert "respond @metrics 404" in CADDYFILE
