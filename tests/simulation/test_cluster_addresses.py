"""Whatever stands at an address that should be a scheduler's gets one sentence, and TLS schedulers work."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import dask
import msgspec
import pytest
import trustme

from casinowar.game.refusal import InputError
from casinowar.simulation import cluster

HERE = "127.0.0.1"
# Dask's tasks may complain of one another while they are given up on a busy machine; that is theirs.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def silent() -> Iterator[str]:
    """Listen, take every call, and say nothing."""
    with socket.create_server((HERE, 0)) as server:
        yield f"{HERE}:{server.getsockname()[1]}"


@pytest.fixture
def web() -> Iterator[str]:
    with ThreadingHTTPServer((HERE, 0), BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"{HERE}:{server.server_port}"
        server.shutdown()
        thread.join()


def refusal(address: str) -> str:
    with pytest.raises(InputError) as refused, cluster.running_cluster(address):
        pass
    return str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        *("", "nonsense", "tcp://", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999999", "http://127.0.0.1:80"),
        *("ucx://127.0.0.1:1", "ws://127.0.0.1:1", "inproc://1/2/3"),
    ],
)
def test_an_address_that_is_not_a_scheduler_s(monkeypatch: pytest.MonkeyPatch, address: str):
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 0.5)
    assert refusal(address) == f"There is no Dask scheduler at {address}."


@pytest.mark.parametrize("server", ["silent", "web"])
@pytest.mark.parametrize("scheme", ["", "tcp://", "ws://"])
def test_a_server_that_is_no_scheduler(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, server: str, scheme: str
):
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 0.5)
    address = scheme + request.getfixturevalue(server)
    assert refusal(address) == f"There is no Dask scheduler at {address}."


def test_a_worker_is_no_scheduler():
    with cluster.local_workers(1) as client:
        (worker,) = client.scheduler_info(n_workers=-1)["workers"]
        assert refusal(worker) == f"There is no Dask scheduler at {worker}."


def test_tls_without_certificates_says_where_to_name_them():
    assert "distributed.comm.tls" in refusal("tls://127.0.0.1:1")


def test_a_scheduler_behind_tls(tmp_path: Path):
    authority = trustme.CA()
    own = authority.issue_cert(HERE)
    files = {name: str(tmp_path / f"{name}.pem") for name in ("ca", "cert", "key")}
    authority.cert_pem.write_to_path(files["ca"])
    own.cert_chain_pems[0].write_to_path(files["cert"])
    own.private_key_pem.write_to_path(files["key"])
    given = ("--tls-ca-file", files["ca"], "--tls-cert", files["cert"], "--tls-key", files["key"])
    place = tmp_path / "scheduler.json"
    at = ("--protocol", "tls", "--host", HERE, "--port", "0", "--scheduler-file", str(place))
    processes = [_started("scheduler", *at, "--no-dashboard", *given)]
    try:
        address = _address(place)
        processes.append(
            _started("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *given)
        )
        named = {"ca-file": files["ca"], "client.cert": files["cert"], "client.key": files["key"]}
        settings = {f"distributed.comm.tls.{name}": path for name, path in named.items()}
        with dask.config.set(settings), cluster.running_cluster(address) as client:
            assert address.startswith("tls://")
            assert client.submit(sum, (1, 2)).result(timeout=60) == 3
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _started(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )


def _address(place: Path) -> str:
    for _ in range(300):
        if place.exists() and place.stat().st_size:
            address: str = msgspec.json.decode(place.read_bytes())["address"]
            return address
        time.sleep(0.1)
    raise TimeoutError(f"{place} did not appear")
