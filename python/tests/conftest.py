"""What the tests share: small scenes."""

import numpy as np
import pytest

import tangency as tg


@pytest.fixture
def drop():
    """A soft ball above the ground, ten steps."""
    scene = tg.Scene("drop", ground=0)
    scene.body("ball", shape=tg.ball(radius=0.1, cells_across=4), translate=(0, 0.15, 0), material=tg.solid(young="50 kPa", density=1000))
    scene.time(step="10 ms", duration="0.1 s")
    return scene


@pytest.fixture
def patch():
    """Points and triangles of a square of 25 points at height 0."""
    ticks = np.linspace(-0.1, 0.1, 5)
    points = np.array([(x, 0.0, z) for x in ticks for z in ticks])
    cells = [i * 5 + j for i in range(4) for j in range(4)]
    triangles = np.array([t for a in cells for t in ((a, a + 1, a + 5), (a + 1, a + 6, a + 5))])
    return points, triangles
