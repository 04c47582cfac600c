"""Measurements: `make bench`, or `python -m bench --quick`; `python -m bench.store` for the store alone.

How they are made and what came of them is in docs/benchmarks.md.
"""
