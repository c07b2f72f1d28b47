"""Assignment: to names, items, attributes and several targets at once; `target op= value`; `del`."""
