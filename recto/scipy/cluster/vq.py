"""Vector quantisation: the function of scipy.cluster.vq that docs/numpy.md lists, compiled."""

from scipy.cluster import vq as _host

from ..._api.compiled_module import mirror as _mirror

__getattr__, __dir__ = _mirror(globals(), _host)
