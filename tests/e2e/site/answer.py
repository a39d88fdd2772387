"""Answer a served survey as so many people would, through the client: each question by its own law.

Called by answer.ts with the site, the link, the number of people, and by question the chances of its answers as JSON.
"""

import json
import random
import sys

from datahub_client.hub import Hub

if __name__ == "__main__":
    site, link, people, laws = sys.argv[1], sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])
    version = Hub(site).link(link)
    chance = random.Random(people)  # noqa: S311 - of the people, who are the same each time; what scrambles them never is
    for _ in range(people):
        version.answer({id: chance.choices(list(law), list(law.values()))[0] for id, law in laws.items()})
