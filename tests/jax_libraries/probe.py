import sys, time, json, signal, traceback, importlib, os, collections
import recto
recto.config.update("enable_x64", False)
from . import rows as R
def alarm(*a): raise TimeoutError("slow")
signal.signal(signal.SIGALRM, alarm)
out = collections.OrderedDict()
mod = sys.argv[1]; sel = sys.argv[2:]
M = importlib.import_module(f"tests.jax_libraries.rows_{mod}")
verbose = bool(sel)
fails = collections.Counter()
ok = 0; n = 0
for row in M.ROWS:
    if sel and not any(s == row.name or (s.endswith('*') and row.name.startswith(s[:-1])) for s in sel): continue
    n += 1
    t = time.time(); signal.alarm(120)
    try:
        R.check(row); signal.alarm(0); ok += 1; msg = "ok"
    except Exception as e:
        signal.alarm(0)
        text = str(e).strip()
        kind = type(e).__name__
        msg = f"{kind}: " + (" ".join(text.split())[:400] if not verbose else text[:3000])
    print(f"{row.name:40s} {time.time()-t:5.1f} {msg}", flush=True)
print(mod, ok, "of", n)
