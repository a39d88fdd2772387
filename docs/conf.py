"""This module is about the documentation site: `scripts/check` builds it, and a warning is a failure."""

project = "DataHub"
author = "The DataHub contributors"
project_copyright = "DataHub contributors, Apache-2.0"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "DataHub"
html_static_path = ["look"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0F5C63", "color-brand-content": "#0F5C63"},
    "dark_css_variables": {"color-brand-primary": "#7CC7CC", "color-brand-content": "#7CC7CC"},
}
