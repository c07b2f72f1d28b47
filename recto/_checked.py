"""`@checked`: beartype on the public API; a wrong argument is a TypeError that names it. Never on the dispatch path."""
from beartype import BeartypeConf, beartype

checked = beartype(conf=BeartypeConf(violation_param_type=TypeError, violation_return_type=TypeError))
