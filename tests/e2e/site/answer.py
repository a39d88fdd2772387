"""Answer a served survey through the client, as phones would.

Called by answer.ts with the site and the link; on standard input the answers of each person as JSON.
"""

import json
import sys

from datahub_client.hub import Hub

if __name__ == "__main__":
    version = Hub(sys.argv[1]).link(sys.argv[2])
    for answers in json.load(sys.stdin):
        version.answer(answers)
