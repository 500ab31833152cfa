"""Environments for programs that learn to play: any game and scenario for Gymnasium, PettingZoo and OpenSpiel.

    from cardwright.envs.pettingzoo import env

    table = env("content/dungeon_command", "duel")

Job: show matches as these libraries want them. Each module imports its own library when it is imported, and nothing
else of Cardwright imports them: `pip install 'cardwright[envs]'`. ``docs/environments.md`` describes them.
"""
