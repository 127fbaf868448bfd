"""Change tables, always in the same way: lock the table, check, decide or play, append. Discord appears only as ids.

A refusal is a `RulesError` (from the rules, or a `ServiceError` of this package) and leaves everything unchanged.
"""

from rules_service.errors import ChannelTaken as ChannelTaken
from rules_service.errors import Closed as Closed
from rules_service.errors import NoList as NoList
from rules_service.errors import NoTable as NoTable
from rules_service.errors import NotSeated as NotSeated
from rules_service.errors import NoVote as NoVote
from rules_service.errors import SeatHeld as SeatHeld
from rules_service.errors import Stale as Stale
from rules_service.errors import WrongPhase as WrongPhase
from rules_service.models import LogLine as LogLine
from rules_service.models import Outcome as Outcome
from rules_service.models import Person as Person
from rules_service.models import Place as Place
from rules_service.models import Seat as Seat
from rules_service.models import Snapshot as Snapshot
from rules_service.models import TableInfo as TableInfo
from rules_service.models import Verdict as Verdict
from rules_service.models import Vote as Vote
from rules_service.service import RulesService as RulesService
