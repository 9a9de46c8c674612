"""What tests of wrong input look at: the sentence of a refusal, and what is wrong with it."""

import rencounter_kit as rk

LONGEST = 400  # characters of a sentence that can still be read


def refusal(ask):
    """What the refusal says, in how many characters so ever; a text that begins with "!" when there is no
    proper one.
    """
    try:
        answer = ask()
    except rk.RuleError as error:
        return str(error)
    except Exception as error:
        return f"! {type(error).__name__}"
    return f"! answered {answer!r:.200}"


def faults(message, *must_hold):
    """What is wrong with a sentence of refusal, ``must_hold`` being what it must contain."""
    if message.startswith("!"):
        return [message]
    usual = () if "has no parameter" in message else (" must ", "got ")
    problems = [f"does not say {text!r}" for text in (*must_hold, *usual) if text not in message]
    problems += ["more than one line"] if len(message.splitlines()) != 1 else []
    problems += [f"{len(message)} characters"] if len(message) > LONGEST else []
    return problems
