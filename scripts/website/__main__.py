"""Build the site into build/website/site: python -m scripts.website [--draft] [--url ADDRESS]."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.website.pages import copy_pages, navigation
from scripts.website.pictures import embed_traces, write_benchmarks, write_gallery
from scripts.website.reference import write_reference

import pathstar as ps

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "website"


def main() -> None:
    """Collect the pages, then hand them to Zensical; a warning is an error."""
    parser = argparse.ArgumentParser(prog="python -m scripts.website", description=__doc__)
    parser.add_argument("--draft", action="store_true", help="collect the pages, and build nothing")
    parser.add_argument("--url", metavar="ADDRESS", help="where the site will be, for its page of errors")
    options = parser.parse_args()
    if not options.draft and sys.version_info < (3, 11):
        parser.error("Zensical needs Python 3.11 or newer; --draft collects the pages")
    pages = BUILD / "pages"
    shutil.rmtree(BUILD, ignore_errors=True)
    copy_pages(ROOT, pages)
    write_gallery(ROOT, pages)
    embed_traces(pages)
    write_benchmarks(ROOT, pages)
    write_reference(pages)
    config = BUILD / "zensical.toml"
    config.write_text(config_for(options.url, pages), encoding="utf-8")
    if options.draft:
        return
    zensical = Path(sys.executable).with_name("zensical")
    subprocess.run([zensical, "build", "--strict", "--clean", "--config-file", config], check=True)
    errors = BUILD / "site" / ps.__version__ / "404.html"
    if options.url:
        shutil.copy(errors, BUILD / "site")
    else:
        errors.unlink()  # it is shown at any address, so its links need that of the site
    forward = f'<meta http-equiv="refresh" content="0; url={ps.__version__}/">\n'
    (BUILD / "site" / "index.html").write_text(forward, encoding="utf-8")
    print(f"the site is in {BUILD / 'site'}")


def config_for(url: str | None, pages: Path) -> str:
    """Return the configuration of the site builder.

    Args:
        url: Where the site will be; None if that is not known.
        pages: The folder of the pages.
    """
    text = (ROOT / "scripts" / "website" / "zensical.toml").read_text(encoding="utf-8")
    tabs = ", ".join(f"{{ {json.dumps(title)} = {json.dumps(tab)} }}" for title, tab in navigation(pages))
    lines = [f"nav = [{tabs}]"]
    if url:
        address = url.rstrip("/") + "/VERSION/"
        lines.append(f"site_url = {json.dumps(address)}")
    text = text.replace("[project]\n", "\n".join(["[project]", *lines, ""]), 1)
    return text.replace("VERSION", ps.__version__).replace("ROOT", ROOT.as_posix())


if __name__ == "__main__":
    main()
