"""Problems that a person can put right, as opposed to faults in the program."""


class Problem(Exception):
    """Something is not as it has to be, said in a sentence for the person at the keyboard or in the log.

    The command line prints the sentence without a traceback and ends with exit code 1. The text never holds
    a token, a password or an address with either.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
