"""The primitive table. Importing this package fills it."""
from .control import *
