"""A list that is empty before a loop, in which it becomes the list of an object."""


class Particle:
    def __init__(self, start, speed):
        self.position = []
        for v in start:
            self.position.append(v * speed)

    def move(self, best, rate):
        for i in range(2):
            self.position[i] = self.position[i] + rate * (best[i] - self.position[i])


def best_of_a_swarm(start, rate, rounds):
    least, best, swarm = -1, [], []
    for k in range(3):
        swarm.append(Particle(start, 1.0 + k))
    i = 0
    while i < rounds:
        for particle in swarm:
            error = particle.position[0] ** 2 + particle.position[1] ** 2
            if error < least or least == -1:
                best = list(particle.position)
                least = float(error)
        for particle in swarm:
            particle.move(best, rate)
        i += 1
    return least, best


def examples():
    for rate in (0.5, 1.3):
        yield best_of_a_swarm, ([5.0, 4.0], rate, 6)
        yield best_of_a_swarm, ([-0.5, 0.25], rate, 3)
