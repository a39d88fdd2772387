"""The rules hold in the project, and each of them bites when its fault is planted."""

from pathlib import Path

import pytest

from tests.architecture import rules

ROOT = Path(__file__).resolve().parents[2]

PLANTED: dict[rules.Rule, tuple[str, str]] = {
    rules.too_long: ("surveys/services.py", "x = 1\n" * 301),
    rules.packages_that_speak: ("surveys/__init__.py", "from surveys import models\n"),
    rules.refused_names: ("surveys/services.py", "class ReportManager:\n    pass\n"),
    rules.hidden_imports: ("datahub/jobs/services.py", "def submit():\n    import surveys\n"),
    rules.sideways_calls: ("datahub/jobs/models.py", "from django.db.models.signals import post_save\n"),
    rules.bare_locks: ("surveys/services.py", "def a(id):\n    return M.objects.select_for_update().get(pk=id)\n"),
    rules.swallowed_errors: ("surveys/tasks.py", "try:\n    x = 1\nexcept Exception:\n    pass\n"),
    rules.weak_randomness: ("frontend/src/privacy/choice.ts", "export const coin = () => Math.random();\n"),
    rules.privacy_imports: ("frontend/src/privacy/choice.ts", 'import { useState } from "react";\n'),
    rules.imports_between_pages: ("frontend/src/studio/plan/Why.tsx", 'import "../results/results.css";\n'),
    rules.loose_colours: ("frontend/src/studio/chart.tsx", 'const line = "#ff0000";\n'),
    rules.third_parties: ("frontend/src/studio/main.tsx", 'fetch("https://example.org/font.woff2");\n'),
    rules.empty_words: ("docs/start.md", "A robust platform.\n"),
}
MORE_PLANTED: list[tuple[rules.Rule, str, str]] = [
    (rules.refused_names, "surveys/utils.py", "x = 1\n"),
    (rules.refused_names, "frontend/src/studio/a.ts", "export class FormHandler {}\n"),
    (rules.imports_between_pages, "frontend/src/studio/plan/a/b.ts", 'import {\n  a,\n} from "../../home/Home";\n'),
    (rules.imports_between_pages, "frontend/src/studio/home/a.tsx", 'lazy(() => import("../plan/Plan"));\n'),
    (rules.imports_between_pages, "frontend/src/studio/parts/Table.tsx", 'export { Row } from "../home/Row";\n'),
    (rules.imports_between_pages, "frontend/src/studio/data/a.ts", 'import { Page } from "../frame/Page";\n'),
    (rules.imports_between_pages, "frontend/src/studio/home/a.ts", 'import { router } from "../router";\n'),
    (rules.imports_between_pages, "frontend/src/studio/search.ts", 'import { SORTS } from "./home/work";\n'),
    (rules.sideways_calls, "surveys/models.py", "class A:\n    def save(self):\n        pass\n"),
    (rules.sideways_calls, "surveys/tasks.py", "from x import import_string\nimport_string('datahub.jobs')\n"),
    (rules.sideways_calls, "surveys/services.py", "from django.apps import apps\napps.get_model('jobs.Job')\n"),
    (rules.bare_locks, "datahub/jobs/a.py", "x = rows.select_for_update(no_key=True).filter(pk=1).get()\n"),
    (rules.weak_randomness, "mechanisms/ldp/noise.py", "import numpy as np\nnp.random.laplace()\n"),
    (rules.weak_randomness, "surveys/services.py", "import random\n"),
]


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_the_project_keeps_the_rule(rule: rules.Rule) -> None:
    assert rule(ROOT) == []


def test_every_rule_has_a_planted_fault() -> None:
    assert set(PLANTED) == set(rules.RULES)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("router.tsx", 'const plan = lazyRouteComponent(() => import("./plan/PlanPage"), "PlanPage");\n'),
        ("plan/PlanPage.tsx", 'import { Chart } from "../parts/charts/Chart";\nimport "./plan.css";\n'),
        ("plan/deep/Row.tsx", 'import type { Plan } from "../../../api/types";\nimport { Why } from "../Why";\n'),
        ("parts/Work.tsx", 'import { Failure } from "../frame/Failure";\n'),
        ("words/words.test.ts", 'import { count } from "../numbers/format";\n'),
        ("home/work.ts", 'import type { JobSort } from "../search";\n'),
    ],
)
def test_a_page_may_import_itself_what_is_shared_and_what_is_outside(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "frontend/src/studio" / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert rules.imports_between_pages(tmp_path) == []


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [(rule, *fault) for rule, fault in PLANTED.items()] + MORE_PLANTED,
    ids=lambda value: getattr(value, "__name__", None),
)
def test_the_rule_bites_a_planted_fault(rule: rules.Rule, name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert any(name in fault for fault in rule(tmp_path))
