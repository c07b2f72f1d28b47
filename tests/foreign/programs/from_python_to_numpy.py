"""From Python to NumPy (Rougier): the functions of the book."""
import numpy as np

from ..scripts import as_function, module

MAZE = np.array([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 0, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]], dtype=bool)
LIFE = [[0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 1, 0, 1, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0]]
SET = (-2.25, 0.75, -1.25, 1.25, 12, 9, 15)
FLUID = 10


def fluid(count, seed=3):
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(0, 0.1, (FLUID + 2, FLUID + 2)) for _ in range(count))


def fill(table):
    code = table.folder / "code"

    def load(name):
        return module(code / f"{name}.py", name)
    simple(table, load)
    solver(table, load("smoke_solver"))
    boids(table, load)
    animated(table, load)


def simple(table, load):
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=7), rng.normal(size=5)
    vectorization = load("vectorization")
    for k in (1, 2, 3, 4):
        table.add(f"vectorization: compute_{k}", getattr(vectorization, f"compute_{k}"), x, y, grad=(0, 1))
    addition = load("addition")
    table.add("addition: solution_1", addition.solution_1, [1, 2, 3], [4, 5, 6])
    table.add("addition: solution_2", addition.solution_2, [1, 2, 3], [4, 5, 6])
    for name in ("mandelbrot_numpy_1", "mandelbrot_numpy_2", "mandelbrot_python"):
        table.add(name, load(name).mandelbrot, *SET)
    walk = load("random_walk")
    table.add("random_walk", walk.random_walk, 20)
    table.add("random_walk_faster", walk.random_walk_faster, 20)
    table.add("random_walk_fastest", walk.random_walk_fastest, 20)
    table.add("random_walk: RandomWalker", lambda n: list(walk.RandomWalker().walk(n)), 20)
    steps = [1, 0, -1, 0, 1, 0, 1, 0, -1]
    table.add("random_walk: find_crossing_1", walk.find_crossing_1, steps, [1, 0, -1])
    table.add("random_walk: find_crossing_2", walk.find_crossing_2, np.array(steps), [1, 0, -1])
    life = load("game_of_life_python")
    table.add("game_of_life_python: compute_neighbours", life.compute_neighbours, LIFE)
    table.add("game_of_life_python: iterate", life.iterate, LIFE)
    table.add("fractal_dimension", load("fractal_dimension").fractal_dimension, rng.uniform(size=(64, 64)))
    table.add("Bridson_sampling", load("Bridson_sampling").Bridson_sampling, 1.0, 1.0, 0.3, 10)
    table.add("DART_sampling_numpy", load("DART_sampling_numpy").DART_sampling_numpy, 1.0, 1.0, 0.3, 20)
    table.add("DART_sampling_python", load("DART_sampling_python").DART_sampling_python, 1.0, 1.0, 0.3, 20)
    maze = load("maze_numpy")
    table.add("maze: build_maze", maze.build_maze, (9, 9))
    table.add("maze: BellmanFord", maze.BellmanFord, MAZE, (1, 1), (3, 1))
    table.add("maze: build_graph", maze.build_graph, MAZE)
    table.add("maze: BreadthFirst", maze.BreadthFirst, MAZE, (1, 1), (3, 1))
    build = load("maze_build").build_maze
    table.add("maze_build: build_maze", lambda shape: list(build(shape)), (9, 9))
    voronoi = load("voronoi")
    points = tuple(rng.normal(size=2) for _ in range(3))
    table.add("voronoi: circumcircle", voronoi.circumcircle, *points, grad=(0, 2))
    table.add("voronoi", voronoi.voronoi, rng.normal(size=6), rng.normal(size=6))
    vec2 = load("vec2").vec2
    a, b = vec2(3.0, 4.0), vec2(-1.0, 0.5)
    table.add("vec2: operators", lambda a, b: ((a + b) - b * 2.0) / b, a, b)
    table.add("vec2: normalized", vec2.normalized, a)
    table.add("vec2: limited", vec2.limited, a, 2.0)
    arrays = load("array_list").ArrayList
    table.add("ArrayList: append", lambda xs: made(arrays, xs).data, np.arange(3.0))
    base = np.arange(64).reshape(8, 8)
    table.add("find_index", load("find_index").find_index, base, base[1:-1, 1:-1])


def made(arrays, xs):
    result = arrays()
    result.append(xs)
    result.append(xs)
    return result


def solver(table, smoke):
    N = FLUID
    x, x0, u, v, u0, v0 = fluid(6)
    table.add("smoke_solver: set_bnd", smoke.set_bnd, N, 1, x)
    table.add("smoke_solver: lin_solve", smoke.lin_solve, N, 0, x, x0, 1, 4)
    table.add("smoke_solver: add_source", smoke.add_source, N, x, x0, 0.1)
    table.add("smoke_solver: diffuse", smoke.diffuse, N, 1, x, x0, 0.1, 0.1)
    table.add("smoke_solver: advect", smoke.advect, N, 1, x, x0, u, v, 0.1)
    table.add("smoke_solver: project", smoke.project, N, u, v, u0, v0)
    table.add("smoke_solver: dens_step", smoke.dens_step, N, x, x0, u, v, 0.1, 0.1)
    table.add("smoke_solver: vel_step", smoke.vel_step, N, u, v, u0, v0, 0.1, 0.1)

    def final(x, x0, u, v):
        smoke.dens_step(N, x, x0, u, v, 0.1, 0.1)
        return x
    table.add("smoke_solver: dens_step, of arrays", final, x, x0, u, v, grad=(0, 2))


def boids(table, load):
    numpy_boids, python_boids = load("boid_numpy"), load("boid_python")

    def numpy_flock():
        np.random.seed(3)
        return (numpy_boids.Flock(20),)
    table.add("boid_numpy: Flock.run", numpy_boids.Flock.run, make=numpy_flock)

    def python_flock():
        import random
        random.seed(3)
        flock = python_boids.Flock(6)
        for k, boid in enumerate(flock.boids):
            boid.position = python_boids.vec2(10.0 * k, 5.0 * k)
        return flock.boids[0], flock.boids
    for method in ("separate", "align", "cohesion", "flock", "run"):
        table.add(f"boid_python: {method}", getattr(python_boids.Boid, method), make=python_flock)
    table.add("boid_python: seek", lambda boid, x, y: boid.seek(python_boids.vec2(x, y)),
              make=lambda: (python_flock()[0], 300.0, 20.0))


def animated(table, load):
    """`update` of an animation, without the statements that draw, on the module's globals."""
    import ast
    import inspect
    for name in ("game_of_life_numpy", "gray_scott"):
        found = load(name)
        body = ast.parse(inspect.getsource(found.update)).body[0].body
        text = "\n".join(ast.unparse(s) for s in body if not isinstance(s, ast.Global) and "im." not in ast.unparse(s))
        function, arguments = as_function(text, {k: v for k, v in vars(found).items() if k not in ("im", "fig")})
        table.add(f"{name}: update without figures", function, *arguments)
    for name in ("smoke_1", "smoke_2"):
        found = load(name)
        names = ("u", "v", "u_prev", "v_prev", "dens", "dens_prev")
        table.add(f"{name}: initialization", found.initialization, state=lambda m=found: {m: names})
    found = load("game_of_life_numpy")
    table.add("game_of_life_numpy: update", found.update, state=lambda: {found: ("Z", "M")})
