# flood_fill
#   image: int64[3, 4], i: int64, j: int64, colour: int64
import numpy as np


def flood_fill(image, i, j, colour):
    old = image[i, j]
    if old == colour:
        result = 0
    else:
        stack = np.zeros((49, 2), dtype=np.int64)
        stack[0] = np.array([i, j])
        left = 0
        top = 1
        image = image.copy()
        result = 0
        while left == 0 and top != 0:
            top -= 1
            i = stack[top, 0]
            j = stack[top, 1]
            if image[i, j] != old:
                left = 2
            else:
                image[i, j] = colour
                a = i + 0
                b = j + 1
                if 0 <= a and a < 3 and 0 <= b and b < 4 and image[a, b] == old:
                    stack[top] = np.array([a, b])
                    top += 1
                a = i + 1
                b = j + 0
                if 0 <= a and a < 3 and 0 <= b and b < 4 and image[a, b] == old:
                    stack[top] = np.array([a, b])
                    top += 1
                a = i + 0
                b = j - 1
                if 0 <= a and a < 3 and 0 <= b and b < 4 and image[a, b] == old:
                    stack[top] = np.array([a, b])
                    top += 1
                a = i - 1
                b = j + 0
                if 0 <= a and a < 3 and 0 <= b and b < 4 and image[a, b] == old:
                    stack[top] = np.array([a, b])
                    top += 1
                left = 0
                result += 1
            left = 0 if left == 2 else left
    return result, image
