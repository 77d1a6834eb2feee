"""Runs the notebook as a reader would, and looks at what it shows. `python examples/notebook/test.py`"""

import pathlib

import nbclient
import nbformat

FOLDER = pathlib.Path(__file__).parent


def shown(cell: nbformat.NotebookNode) -> str:
    """All that a cell shows, as one text."""
    texts = [output.get("text", "") + str(output.get("data", {}).get("text/plain", "")) for output in cell.outputs]
    return "\n".join(texts)


def main() -> None:
    """Runs the cells. One that raises ends the test."""
    notebook = nbformat.read(FOLDER / "types.ipynb", as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells), "the notebook is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()
    texts = "\n".join(shown(cell) for cell in cells)
    for expected in ["eventual-range", "cloud:network/network:Network", "T-Traversal", "nearest rule: C-As", "impact"]:
        assert expected in texts, f"the notebook does not show {expected}:\n{texts}"
    print(f"the notebook runs: {len(cells)} cells")


if __name__ == "__main__":
    main()
