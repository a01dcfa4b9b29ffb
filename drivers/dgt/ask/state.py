"""What a conversation with one board knows and has under way; shared by what judges and what asks."""

from math import inf

from drivers.dgt.ask.checking import Checking
from drivers.dgt.ask.commands import OPENING, Ask
from drivers.dgt.ask.exchange import Exchange, UnderWay
from drivers.dgt.ask.findings import Finding
from drivers.dgt.ask.following import Following
from drivers.dgt.ask.health import Hearing, Noise
from drivers.dgt.ask.knowing import PLUG_S, Knowing, LogRequest
from drivers.dgt.ask.sieve import Sieve


class State:
    """One board's conversation as it stands."""

    def __init__(self) -> None:
        self.is_open = False
        self.found: list[Finding] = []
        """Not told yet."""
        self.exchange = Exchange()
        self.under_way = UnderWay()
        self.hearing = Hearing()
        self.noise = Noise()
        self.sieve = Sieve()
        self.checking = Checking()
        self.following = Following()
        self.knowing = Knowing()
        self.log = LogRequest()
        self.mode_again = False
        """The next dump is to be preceded by the command to tell changes."""
        self.clock_again = False
        """The next dump is to be followed by the clock."""
        self.quiet_s = -inf
        """Since when nothing was said and nothing asked."""

    def said(self, t_s: float) -> None:
        """The board said something."""
        if t_s > self.quiet_s + PLUG_S:
            self.knowing.paused = True
        self.quiet_s = t_s

    def who(self, t_s: float, *, surely: bool = False) -> tuple[Ask, ...]:
        """The question whether it is the same board still (`Knowing.who`)."""
        if t_s > self.quiet_s + PLUG_S:
            self.knowing.paused = True
        return self.knowing.who(t_s, surely=surely)

    def away(self, t_s: float) -> None:
        """Nothing can be asked and nothing is told any more."""
        self.following.blind(t_s, self.sieve.squares)
        self.found += self.log.over(got=False)
        self.exchange.forget()
        self.checking.forget()
        self.under_way.forget()

    def meet(self, t_s: float) -> None:
        """The board is there, for all one knows: begin from the beginning."""
        self.hearing.opened(t_s)
        self.quiet_s = t_s
        self.knowing.meets()
        self.exchange.plan(OPENING)

    def fall_silent(self, t_s: float) -> None:
        """If the board is found silent now: only ask whether it lives, from now on."""
        for finding in self.hearing.tick(t_s):
            self.found.append(finding)
            self.following.blind(finding.since_s, self.sieve.squares)
            self.checking.forget()
            self.found += self.log.over(got=False)
            self.exchange.plan(())

    def damage(self, t_s: float) -> None:
        """Bytes were dropped: what they said is asked again."""
        if not self.hearing.silent:
            self.checking.damage(t_s)
            self.clock_again = True
