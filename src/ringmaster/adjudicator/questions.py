"""The questions there are, by name. A game's module of questions is added here."""

from __future__ import annotations

from ringmaster.adjudicator import survivor, truth, twitch
from ringmaster.adjudicator.question import Question

QUESTIONS: dict[str, type[Question]] = {
    question.name: question for module in (survivor, twitch, truth) for question in module.QUESTIONS
}
