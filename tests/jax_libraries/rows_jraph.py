"""Jraph: segment functions, models, and padding."""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
import jraph
import numpy as np

from .rows import Row, draw

X = draw(6, 3)
V = draw(6)
IDS = np.array([0, 0, 1, 2, 2, 2], np.int32)
GRAPH = jraph.GraphsTuple(
    nodes=draw(5, 3),
    edges=draw(6, 2, seed=1),
    senders=np.array([0, 1, 2, 3, 4, 0], np.int32),
    receivers=np.array([1, 2, 0, 4, 3, 2], np.int32),
    globals=draw(2, 2, seed=2),
    n_node=np.array([3, 2], np.int32),
    n_edge=np.array([4, 2], np.int32),
)
W = draw(3, 3, seed=5)


def node(n, s, r, g):
    return jnp.tanh(n) + jnp.sum(s, -1, keepdims=True) * 0.1


def edge(e, s, r, g):
    return e * 2 + jnp.sum(s - r, -1, keepdims=True)


def whole(n, e, g):
    return g + jnp.sum(n, -1, keepdims=True) + jnp.sum(e, -1, keepdims=True)


def on_nodes(model: Callable) -> Callable:
    return lambda nodes: model(GRAPH._replace(nodes=nodes))


def segmented(name: str) -> Callable:
    function = getattr(jraph, name)
    return lambda x: function(x, IDS, 3)


PADDED = jraph.pad_with_graphs(GRAPH, 8, 10, 4)
GRADED: dict[str, tuple[Callable, tuple]] = {
    **{
        name: (segmented(name), (X,))
        for name in "segment_sum segment_mean segment_max segment_min segment_variance segment_normalize "
        "segment_max_or_constant segment_min_or_constant".split()
    },
    "segment_softmax": (lambda x: jraph.segment_softmax(x, IDS, 3), (V,)),
    "segment_sum_sorted": (lambda x: jraph.segment_sum(x, IDS, 3, indices_are_sorted=True), (X,)),
    "partition_softmax": (lambda x: jraph.partition_softmax(x, np.array([2, 1, 3], np.int32), 6), (V,)),
    "concatenated_args": (lambda x, y: jraph.concatenated_args(lambda a: a * 2)(x, y), (X, X)),
    "GraphNetwork": (on_nodes(jraph.GraphNetwork(edge, node, whole)), (GRAPH.nodes,)),
    "GraphNetwork_attention": (
        on_nodes(
            jraph.GraphNetwork(
                edge,
                node,
                whole,
                attention_logit_fn=lambda e, s, r, g: jnp.sum(e, -1),
                attention_reduce_fn=lambda e, w: e * w[:, None],
            )
        ),
        (GRAPH.nodes,),
    ),
    "GraphNetwork_nodes": (on_nodes(jraph.GraphNetwork(None, node)), (GRAPH.nodes,)),
    "InteractionNetwork": (
        on_nodes(
            jraph.InteractionNetwork(
                lambda e, s, r: e + jnp.sum(s * r, -1, keepdims=True), lambda n, e: n + jnp.sum(e, -1, keepdims=True)
            )
        ),
        (GRAPH.nodes,),
    ),
    "RelationNetwork": (
        lambda n: jraph.RelationNetwork(lambda s, r: s * r, lambda e: jnp.tanh(e))(GRAPH._replace(nodes=n)),
        (GRAPH.nodes,),
    ),
    "DeepSets": (on_nodes(jraph.DeepSets(lambda n, g: n * 2 + jnp.sum(g), lambda n: jnp.tanh(n))), (GRAPH.nodes,)),
    "GraphConvolution": (on_nodes(jraph.GraphConvolution(lambda n: n @ W)), (GRAPH.nodes,)),
    "GraphConvolution_self": (
        on_nodes(jraph.GraphConvolution(lambda n: n @ W, add_self_edges=True, symmetric_normalization=True)),
        (GRAPH.nodes,),
    ),
    "GAT": (
        lambda n: jraph.GAT(lambda n: n @ W, lambda s, r, e: jnp.sum(s * r, -1, keepdims=True), lambda n: n)(
            GRAPH._replace(nodes=n, edges=None)
        ),
        (GRAPH.nodes,),
    ),
    "GraphNetGAT": (
        on_nodes(
            jraph.GraphNetGAT(edge, node, lambda e, s, r, g: jnp.sum(e, -1), lambda e, w: e * w[:, None], whole)
        ),
        (GRAPH.nodes,),
    ),
    "GraphMapFeatures": (
        on_nodes(jraph.GraphMapFeatures(lambda e: e * 2, jnp.tanh, lambda g: g + 1)),
        (GRAPH.nodes,),
    ),
    "batch": (lambda n: jraph.batch([GRAPH._replace(nodes=n), GRAPH]).nodes, (GRAPH.nodes,)),
}
PLAIN: dict[str, tuple[Callable, tuple]] = {
    **{
        name: (getattr(jraph, name), (PADDED,))
        for name in "get_graph_padding_mask get_node_padding_mask get_edge_padding_mask "
        "get_number_of_padding_with_graphs_graphs "
        "get_number_of_padding_with_graphs_nodes get_number_of_padding_with_graphs_edges".split()
    },
    "graph_argument": (jraph.GraphNetwork(edge, node, whole), (GRAPH,)),
}
ROWS = [Row(name, f, args, True) for name, (f, args) in GRADED.items()] + [
    Row(name, f, args) for name, (f, args) in PLAIN.items()
]
