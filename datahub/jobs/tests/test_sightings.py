"""The age of a thing is measured only by looks at it."""

from concurrent.futures import ThreadPoolExecutor

from datahub.jobs.sightings import Sightings


class Watch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_thing_lasts_once_it_was_there_at_every_look_for_so_long() -> None:
    watch = Watch()
    sightings = Sightings(watch)
    assert sightings.lasting("here", ["old"], 60) == set()
    watch.seconds = 59
    assert sightings.lasting("here", ["old", "new"], 60) == set()
    watch.seconds = 60
    assert sightings.lasting("here", ["old", "new"], 60) == {"old"}


def test_a_thing_that_was_away_at_one_look_begins_anew() -> None:
    watch = Watch()
    sightings = Sightings(watch)
    sightings.lasting("here", ["thing"], 60)
    sightings.lasting("here", [], 60)
    watch.seconds = 100
    assert sightings.lasting("here", ["thing"], 60) == set()


def test_the_same_thing_elsewhere_is_another() -> None:
    watch = Watch()
    sightings = Sightings(watch)
    sightings.lasting("here", ["thing"], 60)
    watch.seconds = 100
    assert sightings.lasting("there", ["thing"], 60) == set()


def test_nothing_is_remembered_of_what_is_gone() -> None:
    sightings = Sightings(Watch())
    sightings.lasting("here", ["thing"], 60)
    sightings.lasting("here", [], 60)
    assert not sightings._first


def test_threads_that_look_at_once_lose_no_sighting() -> None:
    watch = Watch()
    sightings = Sightings(watch)
    places = range(200)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda sighting: sightings.lasting(sighting, ["thing"], 60), places))
        watch.seconds = 60
        assert (
            list(threads.map(lambda sighting: sightings.lasting(sighting, ["thing"], 60), places)) == [{"thing"}] * 200
        )
