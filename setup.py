"""What is packaged: three packages, and the schemas of the repository's root as data of the language."""

from setuptools import find_packages, setup

PACKAGES = ("cardwright", "compiler", "dsl")
DATA = ("dsl.explain*", "cardwright.cli.template*", "compiler.targets.runtime*", "cardwright.authoring.hosts.files*")

setup(
    packages=[*find_packages(include=[f"{name}*" for name in PACKAGES], exclude=DATA), "dsl.schemas"],
    package_dir={"dsl.schemas": "schemas"},
)
