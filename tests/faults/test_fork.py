"""No two workers share noise: what is drawn after a fork comes from the operating system, not from a copied state."""

import multiprocessing
from multiprocessing.connection import Connection

from mechanisms.common.entropy import SystemEntropy

WORKERS, WORDS = 8, 256


def draw(entropy: SystemEntropy, answer: Connection) -> None:
    answer.send(entropy.words(WORDS))
    answer.close()


def test_forked_workers_draw_different_noise() -> None:
    """One word in four thousand may agree by chance; two streams that agree in a run of four do so once in 1e32."""
    entropy = SystemEntropy()
    streams = [tuple(entropy.words(WORDS))]  # The parent process has drawn words before the fork.
    fork = multiprocessing.get_context("fork")
    for _ in range(WORKERS):
        ours, theirs = fork.Pipe()
        worker = fork.Process(target=draw, args=(entropy, theirs))
        worker.start()
        streams.append(tuple(ours.recv()))
        worker.join()
    runs = [stream[place : place + 4] for stream in streams for place in range(WORDS - 3)]
    assert len(set(runs)) == len(runs)
