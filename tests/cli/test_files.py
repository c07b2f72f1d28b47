"""What is written: only over files of ours, whole, and only when it changes; --check compares."""
from __future__ import annotations

import os

import pytest

from .running import LOSS, MODEL, fails, recto

GRAD = ("grad", "model.py:loss", "--args", LOSS, "-o", "loss_grad.py")


def test_a_file_is_written_and_found_up_to_date(folder):
    done = recto(*GRAD, cwd=folder)
    assert (done.code, done.out, done.err) == (0, "", "wrote loss_grad.py\n")
    first = (folder / "loss_grad.py").read_bytes()
    assert recto(*GRAD, "--check", cwd=folder).code == 0
    assert recto(*GRAD, cwd=folder).err == "unchanged: loss_grad.py\n"
    assert recto(*GRAD, "--quiet", cwd=folder).err == ""
    assert (folder / "loss_grad.py").read_bytes() == first


def test_check_tells_what_is_out_of_date(folder):
    assert "loss_grad.py is not there" in fails(1, *GRAD, "--check", cwd=folder)
    recto(*GRAD, cwd=folder)
    # another size: Python takes a file of the same size and second for the one it has compiled
    (folder / "model.py").write_text(MODEL.replace("** 2)\n\n\ndef lost", "** 3.0)\n\n\ndef lost"))
    said = fails(1, *GRAD, "--check", cwd=folder)
    assert "loss_grad.py is out of date" in said and "+++ now" in said
    assert recto(*GRAD, "--check", "--json", cwd=folder).json["exit"] == 1
    assert recto(*GRAD, cwd=folder).err == "wrote loss_grad.py\n"
    assert recto(*GRAD, "--check", cwd=folder).code == 0


def test_a_helper_that_changes_makes_a_file_out_of_date(folder):
    (folder / "two.py").write_text("def half(x):\n    return x / 2\n\n\ndef f(x):\n    return half(x).sum()\n")
    command = ("grad", "two.py:f", "--args", "x: f64[n]", "-o", "made.py")
    recto(*command, cwd=folder)
    # (of another size again)
    (folder / "two.py").write_text("def half(x):\n    return x / 3.0\n\n\ndef f(x):\n    return half(x).sum()\n")
    assert "out of date" in fails(1, *command, "--check", cwd=folder)


def test_files_of_others_are_left_alone(folder):
    (folder / "loss_grad.py").write_text("precious = 1\n")
    assert "--force" in fails(4, *GRAD, cwd=folder)
    assert (folder / "loss_grad.py").read_text() == "precious = 1\n"
    assert recto(*GRAD, "--force", cwd=folder).code == 0
    assert "def grad_loss" in (folder / "loss_grad.py").read_text()


@pytest.mark.parametrize("out", ["nowhere/made.py", ".", "model.py/made.py"])
def test_outputs_that_cannot_be_written(out, folder):
    assert "can't be" in fails(4, "grad", "model.py:loss", "--args", LOSS, "-o", out, cwd=folder)
    assert sorted(p.name for p in folder.iterdir() if p.name != "__pycache__") == ["model.py"]


def test_a_failure_leaves_the_old_file(folder):
    recto(*GRAD, cwd=folder)
    before = (folder / "loss_grad.py").read_text()
    (folder / "model.py").write_text(MODEL.replace("x @ w + b", "x @ w + [1"))
    assert recto(*GRAD, cwd=folder).code == 3
    assert (folder / "loss_grad.py").read_text() == before


def test_the_mode_of_a_file_stays(folder):
    recto(*GRAD, cwd=folder)
    os.chmod(folder / "loss_grad.py", 0o640)
    (folder / "model.py").write_text(MODEL.replace("SCALE = 0.5", "SCALE = 0.75"))
    assert recto(*GRAD, cwd=folder).err == "wrote loss_grad.py\n"
    assert (folder / "loss_grad.py").stat().st_mode & 0o777 == 0o640


def test_bytes_do_not_depend_on_the_process(folder):
    made = set()
    for seed in ("0", "1", "2"):
        recto(*GRAD, cwd=folder, PYTHONHASHSEED=seed)
        made.add((folder / "loss_grad.py").read_bytes())
        (folder / "loss_grad.py").unlink()
    assert len(made) == 1
