"""Environments: a seat for Gymnasium and a table for PettingZoo, on the same engine as everything else.

Needs the extra `environments`; importing it registers the ids, such as ``casinowar/Maryland-v0``. May import
`table_api` and what lies below it.
"""

from casinowar.extras import environments_extra

with environments_extra():
    from casinowar.environments.multi_agent import TableEnv
    from casinowar.environments.registration import register_ids
    from casinowar.environments.single_agent import SeatEnv

__all__ = ["SeatEnv", "TableEnv"]

register_ids()
