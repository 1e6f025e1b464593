# SPDX-License-Identifier: Apache-2.0
"""Decimals that are hard to read, by seed, each with its double.

The double is Python's, whose float() is David Gay's and correctly rounded. For the midpoint of two doubles
it is known beforehand, and `fractions` confirms it."""
import math
import random
import struct
from fractions import Fraction

LARGEST_BITS = 0x7FEFFFFFFFFFFFFF


def from_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


class Literals:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def next(self):
        """Text of a JSON number, and the nearest double."""
        draw = self.random.random()
        if draw < 0.55:
            text = self.of_digits()
        elif draw < 0.75:
            text = repr(abs(self.any_double()))
        elif draw < 0.9:
            text = "%.*e" % (self.random.randrange(15, 25), abs(self.any_double()))
        elif draw < 0.93:
            text = self.of_zeros()
        else:
            return self.middle()
        text = self.random.choice(("", "-")) + text
        value = float(text)
        return (text, value) if math.isfinite(value) else self.next()

    def any_double(self):
        draw = self.random.random()
        if draw < 0.1:
            return from_bits(self.random.randrange(1 << 52))
        if draw < 0.15:
            return from_bits(LARGEST_BITS - self.random.randrange(64))
        if draw < 0.2:
            return from_bits((1 << 52) - 64 + self.random.randrange(128))
        return from_bits(self.random.randrange(LARGEST_BITS + 1))

    def digits(self, count):
        return str(self.random.randrange(10 ** (count - 1), 10**count))

    def of_digits(self):
        draw = self.random.random()
        most = 19 if draw < 0.5 else 40 if draw < 0.9 else 120 if draw < 0.99 else 800
        digits = self.digits(self.random.randint(1, most))
        if self.random.random() < 0.2:
            digits += "0" * self.random.randint(1, 30)
        point = self.random.randint(-22, len(digits))
        if point <= 0:
            text = "0." + "0" * -point + digits
        elif point < len(digits):
            text = digits[:point] + "." + digits[point:]
        else:
            text = digits
        if self.random.random() < 0.3:
            exponent = self.random.randint(-345, 308) - max(point, 0)
            text += self.random.choice(("e%d", "E%+d", "e%+04d")) % exponent
        return text

    def of_zeros(self):
        text = "0" if self.random.random() < 0.5 else "0." + "0" * self.random.randint(1, 40)
        return text + self.random.choice(("", "e5", "E-400", "e+999"))

    def middle(self):
        """All digits of the midpoint of two doubles, of a number just beside it, or of a double."""
        bits = self.random.randrange(LARGEST_BITS)
        if self.random.random() < 0.2:
            bits = self.random.randrange(1 << 10)
        below, above = from_bits(bits), from_bits(bits + 1)
        middle = (Fraction(below) + Fraction(above)) / 2
        even = above if bits % 2 else below
        # Its denominator is a power of two, so that it ends after as many decimals as the exponent.
        places = middle.denominator.bit_length() - 1
        digits = str(middle.numerator * 5**places)
        digits = digits.rjust(places + 1, "0")
        text = digits[: len(digits) - places] + "." + digits[len(digits) - places:] + "0"
        draw = self.random.random()
        right = even
        if draw < 0.33:
            text, right = text + "0" * self.random.randint(0, 300) + "1", above
        elif draw < 0.66:
            less = str(int(digits + "0" * 20) - 1).rjust(len(digits) + 20, "0")
            cut = len(less) - places - 20
            text, right = less[:cut] + "." + less[cut:], below
        if float(text) != right or abs(Fraction(text) - Fraction(right)) > (Fraction(above) - Fraction(below)) / 2:
            raise AssertionError("Python reads %s as %r, not %r" % (text, float(text), right))
        if self.random.random() < 0.5:
            return "-" + text, -right
        return text, right
