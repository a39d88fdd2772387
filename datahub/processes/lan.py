"""Finds the address at which other devices of the same network reach this machine."""

import socket

# RFC 5737 reserves this address for documentation; nothing is sent to it.
NOBODY = ("192.0.2.1", 9)


class NoNetwork(Exception):
    """This machine has no address that another device could use."""


def lan_address() -> str:
    """Returns the IPv4 address of the interface that leads out of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOBODY)  # connecting a datagram socket only chooses the route
        except OSError as error:
            raise NoNetwork(f"this machine is in no network: {error.strerror}") from error
        address = str(probe.getsockname()[0])
    if address.startswith("127."):
        raise NoNetwork(f"this machine is reached only at {address}, from itself")
    return address
