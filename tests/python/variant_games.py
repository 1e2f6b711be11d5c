"""Compares random games of variants with Fairy-Stockfish.

Reads the lines of `variant-games`. Of every game it checks the SAN of all moves, the legal moves as sets at every few
plies and at the end, and at the end the FEN, the check and the result. Files of definitions may be given for variants
that the other program does not have. One call of it takes about a millisecond, so not every position has its own.
"""

import sys

import pyffish

# Names under which the other program plays another game.
OTHER_GAMES = {"micro"}
# What is appended to the names of definitions that are given to both programs.
OWN = "-own"


def load_own(text):
    """Gives the other program the same definitions, under names that it does not have yet."""
    lines = []
    for line in text.splitlines():
        if line.startswith("["):
            name, _, parent = line[1:-1].partition(":")
            parent = parent if parent in pyffish.variants() and parent not in OTHER_GAMES else parent + OWN
            line = f"[{name}{OWN}:{parent}]" if parent != OWN else f"[{name}{OWN}]"
        lines.append(line)
    pyffish.load_variant_config("\n".join(lines) + "\n")


def their_name(variant):
    known = variant in pyffish.variants() and variant not in OTHER_GAMES
    return variant if known else variant + OWN


def without_sign(san):
    return san.rstrip("+#")


def result_name(value):
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def fen_fields(fen):
    fields = fen.split()
    board, turn, castling, passed = fields[:4]
    return [board, turn, castling] + fields[4:], passed


class Comparison:
    def __init__(self):
        self.sets = 0
        self.games = {}
        self.plies = {}
        self.faults = []

    def fault(self, variant, fen, what, ours, theirs):
        self.faults.append(f"{variant}: {fen}: {what}: {ours} | {theirs}")

    def check(self, game):
        name = game[0][0]
        self.games[name] = self.games.get(name, 0) + 1
        self.plies[name] = self.plies.get(name, 0) + len(game) - 1
        variant = their_name(name)
        start = pyffish.start_fen(variant)
        moves = [position[2] for position in game[1:]]
        try:
            self.check_sans(variant, start, moves, game)
            for ply in self.sampled(name, len(game)):
                self.check_moves(variant, start, moves[:ply], game[ply])
            self.check_end(variant, start, moves, game[-1])
        except Exception as problem:
            self.fault(variant, game[-1][1], "refused", moves, problem)

    def sampled(self, name, length):
        step = 6
        first = self.games[name] % step
        return sorted(set(range(first, length, step)) | {length - 1})

    def check_sans(self, variant, start, moves, game):
        theirs = pyffish.get_san_moves(variant, start, moves) if moves else []
        for ply, (position, their_san) in enumerate(zip(game[1:], theirs)):
            san = position[3]
            if without_sign(san) != without_sign(their_san):
                self.fault(variant, position[1], "SAN", san, their_san)
            # They write signs for kings only: a sign of theirs is one of ours. Of a piece that may not leave its region
            # they sign a check that is none in the position.
            is_check_missing = their_san[-1] in "+#" and san[-1] not in "+#"
            if is_check_missing and pyffish.gives_check(variant, start, moves[: ply + 1]):
                self.fault(variant, position[1], "sign", san, their_san)
            if their_san[-1] == "#" and san[-1] != "#":
                self.fault(variant, position[1], "sign", san, their_san)

    def check_moves(self, variant, start, moves, position):
        self.sets += 1
        ours = set(position[6].split())
        theirs = set(pyffish.legal_moves(variant, start, moves))
        if ours != theirs:
            self.fault(variant, position[1], "moves", sorted(ours - theirs), sorted(theirs - ours))

    def check_end(self, variant, start, moves, position):
        _, fen, _, _, check, end, legal = position
        their_fen = pyffish.get_fen(variant, start, moves)
        ours, passed = fen_fields(fen)
        theirs, their_passed = fen_fields(their_fen)
        # They note a square that a pawn attacks; we note it only if the capture is legal.
        if ours != theirs or (passed != their_passed and passed != "-"):
            self.fault(variant, fen, "FEN", fen, their_fen)
        their_check = bool(pyffish.gives_check(variant, start, moves))
        if (check == "1") != their_check:
            self.fault(variant, fen, "check", check, their_check)
        over, value = pyffish.is_immediate_game_end(variant, start, moves)
        if over or not legal:
            theirs = result_name(pyffish.game_result(variant, start, moves))
            if end != theirs:
                self.fault(variant, fen, "result", end, theirs)
        elif end not in ("-", "draw"):
            self.fault(variant, fen, "result", end, "goes on")


def games(lines):
    """The positions of one game after the other."""
    game = []
    for line in lines:
        position = line.rstrip("\n").split("|")
        if position[2] == "-" and game:
            yield game
            game = []
        game.append(position)
    if game:
        yield game


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            load_own(file.read())
    comparison = Comparison()
    for game in games(sys.stdin):
        comparison.check(game)
        if len(comparison.faults) > 20:
            break
    for fault in comparison.faults[:20]:
        print(fault)
    for name, count in comparison.games.items():
        print(f"{name}: {count} games, {comparison.plies[name]} plies")
    print(f"{comparison.sets} sets of legal moves compared")
    sys.exit(1 if comparison.faults else 0)


if __name__ == "__main__":
    main()
