"""The state of a reading: abstract values, the trail of writes, facts about integers, aliases, the
environment.
"""
