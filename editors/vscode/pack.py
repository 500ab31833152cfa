"""The extension as one file that an editor installs.

Job: put the files of this folder into a `.vsix`, which is a zip with two manifests. Input: this folder; output: the
path of the file. The same files give the same bytes. Fetches nothing.

    python editors/vscode/pack.py [FOLDER]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

HERE = Path(__file__).parent
TYPES = {
    ".json": "application/json",
    ".js": "application/javascript",
    ".md": "text/markdown",
    ".vsixmanifest": "text/xml",
}
MANIFEST = """\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def pack(folder: Path) -> Path:
    """Writes the extension into a folder."""
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    files = sorted(p for p in HERE.rglob("*") if p.is_file() and p.suffix in TYPES)
    parts = {
        "[Content_Types].xml": _types(),
        "extension.vsixmanifest": _manifest(package),
        **{f"extension/{path.relative_to(HERE).as_posix()}": path.read_text(encoding="utf-8") for path in files},
    }
    made = folder / f"{package['name']}-{package['version']}.vsix"
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, ZIP_DEFLATED)
    return made


def _types() -> str:
    rows = "".join(f'<Default Extension="{suffix}" ContentType="{kind}"/>' for suffix, kind in TYPES.items())
    head = '<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    return f'{head}content-types">{rows}</Types>\n'


def _manifest(package: dict[str, object]) -> str:
    values = {key: escape(str(value), {'"': "&quot;"}) for key, value in package.items()}
    engines, categories = package["engines"], package["categories"]
    assert isinstance(engines, dict) and isinstance(categories, list)
    return MANIFEST.format(**{**values, "engine": escape(str(engines["vscode"])), "categories": ",".join(categories)})


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd()))
