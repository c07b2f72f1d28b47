def primitive_source(p, indent=""):
    out = [f"{indent}def {p.name}({', '.join(f'{v.name}: {v.type}' for v in p.parameters)}):"]
    from ..program import Const, Program
    def show(a):
        return repr(a.value.tolist()) if isinstance(a, Const) else a.name
    for c in p.body:
        ps = []
        for k, v in c.params:
            items = v if isinstance(v, tuple) else (v,)
            for n, it in enumerate(items):
                if isinstance(it, Program): out.append(primitive_source(it, indent + "    "))
            ps.append(f"{k}={[i.name for i in items]}" if any(isinstance(i, Program) for i in items) else f"{k}={v}")
        out.append(f"{indent}    {', '.join(o.name for o in c.outputs)} = prim.{c.primitive.name}({', '.join([*map(show, c.operands), *ps])})  # {', '.join(str(o.type) for o in c.outputs)} {c.span or ''}")
    out.append(f"{indent}    return {', '.join(map(show, p.results))}")
    return "\n".join(out)
