"""What PyTorch's losses are for the weights and batches of digits_mlp.py.

`python tests/examples/record_torch.py`, with torch 2.13.0 installed, writes torch_losses.json.
"""
import json
import pathlib
import sys

FILE = pathlib.Path(__file__).with_name("torch_losses.json")
sys.path.insert(0, str(FILE.parents[2] / "examples"))
STEPS, BATCH, RATE, SIZES = 50, 32, 0.1, (64, 128, 64, 10)


def main():
    import datasets
    import digits_mlp
    import digits_mlp_torch
    batches = digits_mlp.first_batches(datasets.digits(), BATCH, STEPS)
    FILE.write_text(json.dumps(digits_mlp_torch.losses(digits_mlp.initial(SIZES, 0), batches, RATE), indent=0) + "\n")


if __name__ == "__main__":
    main()
