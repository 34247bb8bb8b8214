"""Say no: a closed list of reasons, each a sentence that a person understands."""

from enum import Enum
from functools import partial

from casinowar.game.citation import cited
from casinowar.game.phrase import Phrase


def one_line(text: str) -> str:
    r"""Make a line of a text that may hold anything, such as a typed name.

    >>> one_line("There is no\n\x00rulebook.")
    'There is no ?rulebook.'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


class CasinoWarError(Exception):
    """Base of every refusal, of a command or of typed input."""


class InputError(CasinoWarError, ValueError):
    """Say in one sentence why a file or an argument cannot be used."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence in one line, whatever the input holds."""
        super().__init__(one_line(sentence))

    @property
    def sentence(self) -> str:
        """The sentence; one that was made as a `Phrase` still is one."""
        said: str = self.args[0]
        return said


class HouseError(InputError):
    """Refuse a house's choice, with its name in the file and the clause that forbids it."""

    def __init__(self, choice: str, problem: str, clause: str) -> None:
        """Keep the choice's name, so that a loader can point to its line."""
        self.choice, self.problem, self.clause = choice, problem, clause
        super().__init__(f"{choice}: {problem}{cited(clause)}")

    def __reduce__(self) -> tuple[type["HouseError"], tuple[str, str, str]]:
        """Pickle what it was made of, so that it comes out of a worker process as it went in."""
        return type(self), (self.choice, self.problem, self.clause)


class Reason(Enum):
    """Why a command is refused."""

    # the command itself
    ROLE_MAY_NOT = "The {by} may not give this command."

    # the table
    TABLE_NOT_OPEN = "The table is not open."
    TABLE_ALREADY_OPEN = "The table is already open."
    LIMITS_NOT_POSTED = (
        "The table opens once wagering limits are posted: [limits.initial] in the house file,"
        " or limits={{'initial': (5, 500)}} where a table is opened from Python."
    )
    CEILING_NOT_ENTERED = "The table opens once the house enters the authorized ceiling, authorized_limit."
    NOT_PROVIDED_FOR = "The rulebook does not provide for that."
    NOT_AUTOMATED = "The house leaves this act to a person: {act}."
    NOT_NOW = "That is not due now; what is due is: {due}."
    DEALER_ALREADY_HERE = "{dealer} is already dealing at this table."
    PLAY_IS_STOPPED = "Play is stopped until a floorperson has ruled on the irregularity: {irregularity}."
    PLAY_IS_PAUSED = "Play is paused until a floorperson resumes it."
    PLAY_IS_NOT_PAUSED = "Play is not paused."
    ROUND_IN_PROGRESS = "A round is in progress; this has to wait until it is over."
    WAGERS_ON_LAYOUT = "Wagers lie on the layout; this has to wait until they are settled or withdrawn."
    NO_ROUND_IN_PROGRESS = "No round is in progress."
    FILL_IS_DUE = "The table inventory lacks {least} for that; a fill has to come first."
    FILL_TOO_SMALL = "The fill has to be at least {least}, which is missing for what has to be paid."
    CREDIT_TOO_LARGE = "A credit can be at most what the table inventory can spare: {most}."
    COUNT_DIFFERS = (
        "The closing count is {count}, but the table inventory has to be {inventory}; count again."
    )
    CLOCK_RUNS_FORWARD = "The clock runs forward only; it already shows {now}."

    # seats and players
    NO_SUCH_SEAT = "There is no seat {seat}; the table has seats 1 to {seats}."
    NO_SUCH_BACKING = (
        "There is no hand {hand} at this table; hand 203 is what terminal 2 wagers on community card 3, and "
        "there are {terminals} terminals and {cards} cards."
    )
    SEAT_TAKEN = "Seat {seat} is taken."
    WAGERS_ARE_DOWN = (
        "{player} changes seats once no wager of theirs is on the layout or stands for the next round."
    )
    SOMEBODY_STANDS_BEHIND = "A backline bettor stands behind seat {seat}, so its player stays there."
    TOO_FEW_CHIPS_TO_CASH = "{player} has {chips} in chips that can be taken to the cage."
    SEAT_EMPTY = "Seat {seat} is empty."
    NAME_MISSING = "A player needs a name of one to forty visible characters without '='."
    ALREADY_SEATED = "{player} is already seated at seat {seat}."
    NOT_SEATED = "{player} is not seated at this table."
    NOT_YOURS = "{player} cannot answer for seat {seat}, which is another player's."
    NOT_YOUR_NAME = "{player} cannot act in the name of {other}."
    CHIPS_MUST_BE_POSITIVE = "The amount of chips has to be more than zero and at most {most}."
    PLAYER_HAS_LEFT = "{player} has left the table."

    # wagers
    NO_MORE_BETS = "The dealer has called no more bets."
    FIRST_CARD_IS_DEALT = "The {wager} wager is taken until the first card, which has been dealt."
    BETTING_NOT_OPEN = "Wagers are not taken yet; what is due now is: {due}."
    WAGER_NOT_OFFERED = "This table does not offer the {wager} wager at this time."
    WAGER_NEEDS_INITIAL = "The {wager} wager needs an initial wager at the same betting position first."
    WAGER_EXCLUDES_INITIAL = "The {wager} wager is made instead of an initial wager, not beside one."
    WAGER_BELOW_MINIMUM = "The {wager} wager has to be at least {least}."
    WAGER_ABOVE_MAXIMUM = "The {wager} wager may be at most {most}."
    WAGER_NOT_THE_FIXED_AMOUNT = "The initial wager at this table is exactly {amount}."
    WAGER_NOT_EQUAL = "The {wager} wager has to be exactly {amount}, as large as the wager that it goes with."
    WAGER_NOT_POSITIVE = "A wager has to be more than zero."
    WAGER_CANNOT_BE_HALVED = (
        "The initial wager has to be an amount whose surrendered part is exact: a multiple of {unit}."
    )
    WAGER_NOT_EXACT = (
        "The {wager} wager has to be a multiple of {unit}, so that every payment on it is exact."
    )
    BOXES_APART = "Without this box the player's other boxes would no longer be next to each other."
    WAGER_NOT_IN_CHIPS = (
        "The wager has to be more than zero and a multiple of {unit}, so that this table's chips"
        " can make and pay it."
    )
    NOT_ENOUGH_CHIPS = "{player} has {chips} in chips, and the wager needs {amount}."
    WAGER_IS_FIXED = "A wager once placed may not be changed or taken back at this table."
    NO_SUCH_WAGER = "There is no {wager} wager at seat {seat}."
    NOT_YOUR_BOX = "{player} may not wager at seat {seat}: it is not a free box next to theirs."
    TOO_MANY_BOXES = "A player may wager on {most} in one round here, including their own."
    INSTRUMENT_NOT_TAKEN = "Wagers at this table are made with: {taken}."
    VERBAL_WAGER = "A spoken wager with cash is not accepted; wagers are chips on the layout."
    NO_WAGERS = "No wager has been placed."

    WAGER_NOT_A_SIZE = "The {wager} wager has to be one of: {amounts}."
    COUPON_NEEDS_CHIPS = "A coupon may be placed once, on an initial wager with at least as much in chips."
    BACK_ONE_CARD = "A terminal wagers on exactly one community card in a round."
    BANKER_MAY_NOT_WAGER = "The player/dealer banks this round and makes no wager against the bank."

    # the wheel, meters and the bank
    NOT_ON_THE_WHEEL = "The wheel cannot stop on {symbol} here."
    SPIN_NOT_YET = "It is seat {turn}'s turn to have the wheel spun; seat {seat} comes later."
    NO_LINKED_METER = "There is no linked meter '{meter}' at this table."
    METER_BELOW_RESET = "The linked meter '{meter}' never shows less than {least}."
    BANK_NOT_OFFERED = "The bank is not offered to seat {seat} now."
    BANK_NOT_IN_CHIPS = (
        "The bank has to be a multiple of {unit}: chips of this table, and an even number of cents."
    )
    BANK_IS_KEPT = "The player/dealer keeps the bank for the rounds that the book sets."
    BANK_IS_UP = "{player} changes seats once the bank in front of them is taken back."
    BANKER_STAYS = "The player/dealer stays until the round is over."
    HOUSE_NEVER_BANKS = "A player/dealer banks this game; the house puts up no chips."
    BEHIND_THE_BANK = "Seat {seat} banks this round; no backline bettor may stand behind the player/dealer."
    NO_SUCH_BACKLINE = "Behind seat {seat} there is room for {most} at this table."

    # the choice on a tie hand
    NO_CHOICE_DUE = "Seat {seat} has no tie hand awaiting a choice."
    CHOICE_NOT_YET = "It is seat {turn}'s turn to choose; seat {seat} is asked later."
    SURRENDER_NOT_OFFERED = "Surrender is not offered here."

    # cards
    CARDS_DO_NOT_MATCH = "The cards have to be exactly the {cards} cards of the batch: {problem}."
    NOT_A_CARD = "{card} is not a card; cards are written like AS, TH, 7D, 2C."
    CARD_IS_KNOWN = "The order of this {shoe} is known, and the next card is not {card}."
    CARD_MUST_BE_READ = "The order of this {shoe} is not known: say which card came out."
    CARD_NOT_LEFT = "No {card} is left in the {shoe}."
    CUT_TOO_SHALLOW = "The cut has to leave at least {least} on either side of the cover card."
    CUT_NOT_YOURS = "The cut is offered to {whom}, not to {seat}."
    COVER_CARD_TOO_DEEP = "The cover card has to have at least {least} behind it, and fewer than {cards}."
    COVER_CARD_PLACE_UNCLEAR = (
        "Say how many cards lie behind the cover card, or leave its place unsaid, not both."
    )
    RECUT_TOO_LATE = "A recut can be ordered only between the cut and the loading of the shoe."
    NO_COVER_CARD = "This {shoe} has no cover card left to come out."
    COVER_CARD_IS_KNOWN = "The place of the cover card in this shoe is known; it comes out by itself."
    NO_PLAYER_TO_ASK = (
        "The cards are spread face up when a player asks for it, and no player is at the table."
    )
    NO_PLAYER_TO_INSPECT = "The cards wait for the first player to arrive at the table."
    PLAYERS_MAY_NOT_TOUCH_CARDS = "Players may not touch the cards."
    INSPECTION_IS_DUE = "These cards are going to be shown anyway."
    INSPECTION_IS_DONE = "These cards were shown already."
    RESHUFFLE_IS_ORDERED = "The cards are going to be reshuffled after this round anyway."
    SHUFFLE_IS_DUE = "The cards are going to be shuffled before they are dealt anyway."
    NOT_PRESHUFFLED = "Preinspected and preshuffled cards are not provided for here."

    # devices and irregularities
    NO_DEVICE = "No automated shuffling device is in use at this table."
    DEVICE_WORKS = "The device is not out of order."
    CHIP_IS_PUT_AWAY = "The chip of seat {seat} was counted and put away, or never laid down."
    WHOSE_CHIP = "Say whose chip it is, by the seat or the number of the hand."
    NOT_AN_IRREGULARITY_NOW = "That cannot have happened at this point of the round."
    REPORTED_OTHERWISE = "Give the command {command} for this: {irregularity}."
    WHOSE_HAND = "Say whose hand it is, by the seat or the number of the hand: {irregularity}."
    RULING_NOT_POSSIBLE = "That ruling is not possible here; possible are: {possible}."
    NOTHING_TO_RULE_ON = "Nothing waits for a floorperson's ruling."
    NOT_ABANDONED = "The player at seat {seat} has not left the table."
    TREATED_AS_LOST = "The wagers that the player left at seat {seat} are treated as lost already."
    NOTHING_LEFT_BEHIND = "No wager of the player who left seat {seat} is open any more."
    SEAT_HAS_A_CARD = "Seat {seat} has its card."
    NOT_SKIPPED = "Seat {seat} was not skipped: its turn to get a card has not come."
    STILL_CHOOSING = "Seat {seat} has {seconds} left to choose."
    NOT_BY_HAND = "This batch may not be shuffled by hand here."


def _said(fact: object) -> object:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple) else getattr(fact, "words", fact)


class Refusal(CasinoWarError):
    """Refuse a command, with the reason and the clause that stands behind it."""

    def __init__(self, reason: Reason, clause: str = "", **facts: object) -> None:
        self.reason = reason
        self.clause = clause
        self.facts = facts
        # A wager is named as people name it, not by the word that files have for it, and so is a terminal.
        said = {name: _said(fact) for name, fact in facts.items()}
        pattern = reason.value
        for name, words in said.items():
            if isinstance(facts[name], int) and isinstance(words, str):
                pattern = pattern.replace(f"Seat {{{name}}}", words.capitalize())
                pattern = pattern.replace(f"seat {{{name}}}", words)
        super().__init__(one_line(pattern.format(**said)) + cited(clause))

    @property
    def sentence(self) -> Phrase:
        """The sentence, with what another language needs to say it."""
        english = str(self).replace("{", "{{").replace("}", "}}")
        return Phrase(f"Reason.{self.reason.name}", english, clause=self.clause, **self.facts)

    def __reduce__(self) -> tuple[partial["Refusal"], tuple[()]]:
        """Pickle what it was made of, so that it comes out of a worker process as it went in."""
        return partial(type(self), self.reason, self.clause, **self.facts), ()
