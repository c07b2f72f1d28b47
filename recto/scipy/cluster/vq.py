"""Vector quantisation: compiled versions of the functions of scipy.cluster.vq that the page "NumPy coverage"
of the documentation lists."""

from scipy.cluster import vq as _host

from ..._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
