"""How much a user has to read: python -m mistakes prints the lines of each traceback, all and beyond his own frames."""
import pathlib

from . import mistakes, raised, seen

FOLDER = str(pathlib.Path(__file__).parent)

if __name__ == "__main__":
    rows = []
    for name, mistake in mistakes().items():
        try:
            total, beyond = seen(mistake, lambda file: file.startswith(FOLDER))
        except AssertionError:
            print(f"{'accepted':>8}  {name}")
            continue
        rows.append((beyond, total, name, type(raised(mistake)).__name__))
    for beyond, total, name, kind in sorted(rows, reverse=True):
        print(f"{beyond:4} of {total:4}  {name}  {kind}")
    longest, middle = rows and max(rows), sorted(rows)[len(rows) // 2]
    print(f"{len(rows)} mistakes; lines beyond the user's frames: longest {longest[0]}, median {middle[0]}; "
          f"longest traceback {max(r[1] for r in rows)}")
