"""A match between two UCI engines, for measuring strength. Not a test.

Usage: match.py [--games N] [--time SECONDS] 'ENGINE A' 'ENGINE B'
   eg: match.py --games 20 --time 0.1 'target/release/arbiter uci' '/usr/games/gnuchess -u'
"""
import argparse
import math
import shlex

import chess
import chess.engine

OPENINGS = [
    "e2e4 e7e5 g1f3 b8c6",
    "e2e4 c7c5 g1f3 d7d6",
    "e2e4 e7e6 d2d4 d7d5",
    "e2e4 c7c6 d2d4 d7d5",
    "d2d4 d7d5 c2c4 e7e6",
    "d2d4 g8f6 c2c4 g7g6",
    "d2d4 d7d5 c2c4 c7c6",
    "c2c4 e7e5 b1c3 g8f6",
    "g1f3 d7d5 g2g3 g8f6",
    "d2d4 g8f6 c2c4 e7e6",
]


def opened(number):
    board = chess.Board()
    for move in OPENINGS[number // 2 % len(OPENINGS)].split():
        board.push_uci(move)
    return board


def play(board, white, black, seconds, game):
    players = {chess.WHITE: white, chess.BLACK: black}
    while not board.is_game_over(claim_draw=True) and board.ply() < 400:
        result = players[board.turn].play(board, chess.engine.Limit(time=seconds), game=game)
        if result.resigned or result.move is None:
            return "0-1" if board.turn else "1-0"
        board.push(result.move)
    return board.result(claim_draw=True) if board.is_game_over(claim_draw=True) else "1/2-1/2"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", type=float, default=0.1)
    parser.add_argument("engines", nargs=2)
    arguments = parser.parse_args()
    first, second = (chess.engine.SimpleEngine.popen_uci(shlex.split(engine)) for engine in arguments.engines)
    won = drawn = lost = 0
    try:
        for number in range(arguments.games):
            is_white = number % 2 == 0
            board = opened(number)
            pair = (first, second) if is_white else (second, first)
            result = play(board, *pair, arguments.time, number)
            points = {"1-0": 1, "0-1": -1}.get(result, 0) * (1 if is_white else -1)
            won, drawn, lost = won + (points > 0), drawn + (points == 0), lost + (points < 0)
            print("game %d: %s (%d plies) +%d =%d -%d" % (number + 1, result, board.ply(), won, drawn, lost), flush=True)
    finally:
        for engine in (first, second):
            try:
                engine.quit()
            except chess.engine.EngineError:
                pass  # some engines crash on quit
    score = (won + drawn / 2) / arguments.games
    rating = "" if score in (0, 1) else " (%+.0f Elo)" % (-400 * math.log10(1 / score - 1))
    print("%s against %s: +%d =%d -%d, %.1f of %d%s" % (*arguments.engines, won, drawn, lost, score * arguments.games, arguments.games, rating))


main()
