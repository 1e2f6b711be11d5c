"""python-chess drives `arbiter uci` as any client would: options, whole games, analysis, Chess960.

Usage: uci_game.py ARBITER
"""
import sys

import chess
import chess.engine


def plays_a_whole_game(engine):
    """Both sides of one game on a clock; python-chess is the arbiter and refuses illegal moves."""
    board = chess.Board()
    clock = {chess.WHITE: 5.0, chess.BLACK: 5.0}
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        limit = chess.engine.Limit(
            white_clock=clock[chess.WHITE], black_clock=clock[chess.BLACK], white_inc=0.02, black_inc=0.02
        )
        result = engine.play(board, limit, game="one", info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert not result.info or result.info["time"] < clock[board.turn], "thinks longer than it has"
        clock[board.turn] += 0.02 - result.info.get("time", 0)
        board.push(result.move)
    print("a game of %d plies: %s" % (board.ply(), board.result(claim_draw=True)))
    assert board.ply() > 10


def analyses(engine):
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
    assert info["depth"] == 5 and info["nodes"] > 0 and len(info["pv"]) > 0, info
    board = chess.Board()
    for move in info["pv"]:
        board.push(board.parse_uci(move.uci()))
    mate = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 40"), chess.engine.Limit(depth=4))
    assert mate["score"].white() == chess.engine.Mate(1), mate


def stops(engine):
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
    assert analysis.wait().move in chess.Board().legal_moves


def plays_chess960(engine):
    board = chess.Board.from_chess960_pos(0)
    for _ in range(40):
        if board.is_game_over():
            break
        result = engine.play(board, chess.engine.Limit(time=0.02), game="shuffled")
        board.push(result.move)


def takes_options(engine):
    engine.configure({"Hash": 32})
    assert {"Hash", "Clear Hash", "UCI_Chess960"} <= set(engine.options)


def finished_games_have_no_move(engine):
    result = engine.play(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), chess.engine.Limit(depth=1))
    assert result.move is None, result


def main():
    engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=10)
    try:
        assert engine.id["name"].startswith("arbiter "), engine.id
        for test in (takes_options, analyses, stops, finished_games_have_no_move, plays_chess960, plays_a_whole_game):
            test(engine)
            print("ok", test.__name__)
    finally:
        engine.quit()


main()
