"""How the property tests draw their examples.

The test command takes the same sample each time, so that it says the same of the same code; what is drawn anew on each
run are the seeds that tests print in their names. `--hypothesis-profile=wander` goes looking for new examples.
"""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True)
settings.register_profile("wander", derandomize=False, print_blob=True)
settings.load_profile("fixed")
