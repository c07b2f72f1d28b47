"""Questions about a function at one point, answered by running its Program call by call: `recto.explain`.

running            the interpreter that the others share: it goes into loops and branches, and carries marks along
reach              which inputs reach the result in a differentiable way, and what stops the others
nonfinite_origins  where NaN and infinity come up
contributions      what each line of the user's contributes to a gradient
complex_step       directional derivatives without subtraction
cost               operations and bytes, loops as often as they run
"""
