"""A small transformer learns the characters of thirteen sonnets (Shakespeare, 1609), and then generates text.

    python examples/transformer.py --steps 1000

The blocks follow Vaswani et al. 2017, with normalisation before each part (Xiong et al. 2020).
"""
from __future__ import annotations

import argparse
import pathlib
import time
from typing import Any

import numpy as np

import recto
from progress import shown
from recto import nn, optim

TEXT = pathlib.Path(__file__).parent / "data" / "sonnets.txt"
FLOAT = np.float32


def initial(characters: int, size: int, context: int, blocks: int, seed: int) -> dict:
    """Weights: embeddings of characters and places, blocks, and what turns the last layer into logits."""
    key = recto.random.key(seed)
    keys = iter(recto.random.split(key, 3 + 4 * blocks))
    weights = nn.initializers.lecun_normal(dtype=FLOAT)
    embedding = nn.initializers.normal(0.1, FLOAT)
    return {
        "characters": embedding(next(keys), (characters, size)),
        "places": embedding(next(keys), (context, size)),
        "blocks": [{"qkv": weights(next(keys), (size, 3 * size)), "out": weights(next(keys), (size, size)),
                    "up": weights(next(keys), (size, 4 * size)), "down": weights(next(keys), (4 * size, size)),
                    "scales": np.ones((2, size), FLOAT)} for _ in range(blocks)],
        "logits": weights(next(keys), (size, characters)),
    }


def attention(block: dict, x: Any, heads: int) -> Any:
    """Each place looks at those up to itself. `x` f32[batch, places, size]."""
    parts = np.reshape(x @ block["qkv"], (*x.shape[:2], 3, heads, -1))
    seen = nn.dot_product_attention(parts[:, :, 0], parts[:, :, 1], parts[:, :, 2], is_causal=True)
    return np.reshape(seen, x.shape) @ block["out"]


def network(params: dict, text: Any, heads: int) -> Any:
    """Logits of the next character at each place; `text` i64[batch, places] of the numbers of characters."""
    x = params["characters"][text] + params["places"][:text.shape[1]]
    for block in params["blocks"]:
        x = x + attention(block, nn.standardize(x) * block["scales"][0], heads)
        x = x + nn.gelu((nn.standardize(x) * block["scales"][1]) @ block["up"]) @ block["down"]
    return nn.standardize(x) @ params["logits"]


def loss(params: dict, text: Any, heads: int) -> Any:
    """Minus the mean log-probability of each character, given those before it: nats."""
    logs = nn.log_softmax(network(params, text[:, :-1], heads))
    return -np.mean(np.take_along_axis(logs, text[:, 1:, None], axis=-1))


class Corpus:
    """A text as numbers of its characters."""

    def __init__(self, text: str):
        self.characters = sorted(set(text))
        self.numbers = np.array([self.characters.index(c) for c in text])

    def batch(self, rng: np.random.Generator, size: int, length: int) -> np.ndarray:
        starts = rng.integers(0, len(self.numbers) - length, size)
        return np.stack([self.numbers[k:k + length] for k in starts])

    def text(self, numbers: np.ndarray) -> str:
        return "".join(self.characters[k] for k in numbers)


def trainer(heads: int, rate: float, steps: int) -> tuple[optim.Optimizer, Any]:
    """The optimiser, and the compiled step (i, state, text) -> (loss, state)."""
    optimizer = optim.adamw(optim.warmup_cosine(rate, steps // 20, steps), weight_decay=0.01)

    @recto.jit
    def step(i: int, state: Any, text: Any) -> tuple:
        value, gradients = recto.value_and_grad(loss)(optimizer.get_params(state), text, heads)
        return value, optimizer.update(i, optim.clip_grads(gradients, 1.0), state)
    return optimizer, step


@recto.jit
def write(params: dict, key: Any, text: Any, heads: int, temperature: Any) -> Any:
    """Fill a window: the first place is given, each other one is drawn by what stands before it. i64[places]"""
    text = text.copy()
    for k in range(len(text) - 1):
        logits = network(params, text[None], heads)[0, k]
        text[k + 1] = recto.random.categorical(recto.random.fold_in(key, k), logits / temperature)
    return text


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=64, help="of the vector at each place")
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--context", type=int, default=64, help="characters that are seen at once")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.003, help="the largest step size")
    given = parser.parse_args(arguments)
    corpus, rng = Corpus(TEXT.read_text()), np.random.default_rng(0)
    optimizer, step = trainer(given.heads, given.rate, given.steps)
    state = optimizer.init(initial(len(corpus.characters), given.size, given.context, given.blocks, 0))
    print(f"{len(corpus.numbers)} characters, {len(corpus.characters)} different ones")
    start, every = time.perf_counter(), max(given.steps // 8, 1)
    for i in shown(range(given.steps), "training"):
        value, state = step(i, state, corpus.batch(rng, given.batch, given.context + 1))
        if i % every == 0 or i == given.steps - 1:
            print(f"step {i:4}   {time.perf_counter() - start:5.1f} s   loss {float(value):.3f}")
    window = np.full(given.context, corpus.characters.index("\n"))
    lines = write(optimizer.get_params(state), recto.random.key(1), window, given.heads, FLOAT(0.7))
    print(f"\n{corpus.text(np.asarray(lines)).strip()}")


if __name__ == "__main__":
    main()
